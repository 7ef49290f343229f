// What is asked of the server now, by its own metrics, and what would raise an alert.

import { h, table, id, repeat } from "./page.js";
import { alerts, metrics, RULE_COUNT } from "./metrics.js";
import { number } from "./words.js";

const EVERY = 5000;
const SHOWN = 10;
const ROUTE = /method="([^"]*)",route="([^"]*)"/;

// `server` is what operators are told of it, and null for others, who see no alerts.
export async function traffic(server) {
  const asked = h("div", { class: "now" }, h("p", { class: "quiet" }, "A moment …"));
  const warned = h("div", { role: "status" });
  let before = await metrics();
  const judge = (then, now) => server && warned.replaceChildren(...warnings(alerts(server, then, now)));
  judge(before, before);
  const leave = repeat(async () => {
    const now = await metrics();
    asked.replaceChildren(...shown(before, now));
    judge(before, now);
    before = now;
  }, EVERY);
  return { asked, warned: server ? warned : null, leave };
}

function warnings(all) {
  if (!all.length) return [h("p", {}, `Nothing would raise an alert, by ${RULE_COUNT} of the `, h("a", { href: "/docs/runbooks" }, "rules that are shipped"), ".")];
  return [h("ul", { class: "alerts" }, all.map(([name, why]) =>
    h("li", {}, h("span", { class: "bad" }, why), " ", h("a", { href: `/docs/runbooks#mintmark${name.toLowerCase()}` }, `What to do (${name})`))))];
}

function byRoute(look) {
  const routes = new Map();
  for (const { name, labels, value } of look.all) {
    const kind = { mintmark_http_requests_seconds_count: "count", mintmark_http_requests_seconds: labels.includes('quantile="0.99"') && "slow" }[name];
    const [, method, route] = (kind && ROUTE.exec(labels)) || [];
    if (route) routes.set(`${method} ${route}`, { ...routes.get(`${method} ${route}`), [kind]: value });
  }
  return routes;
}

function shown(before, now) {
  const seconds = (now.at - before.at) / 1000;
  const former = byRoute(before);
  const rows = [...byRoute(now)].map(([name, { count, slow }]) => [name, (count - (former.get(name)?.count ?? 0)) / seconds, slow])
    .filter(([, rate]) => rate > 0).sort((a, b) => b[1] - a[1]);
  const all = rows.reduce((sum, [, rate]) => sum + rate, 0);
  return [h("p", {}, `${number(Math.round(all))} requests a second, this page's own among them.`),
    table(["Route", "#A second", "#P99, ms"], rows.slice(0, SHOWN).map(([name, rate, slow]) => [id(name), rate.toFixed(1), (1000 * slow).toFixed(1)]), "Nobody asks.")];
}
