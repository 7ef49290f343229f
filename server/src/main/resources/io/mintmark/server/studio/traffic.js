// What is asked of the server now, by its own metrics.

import { h, table, id } from "./page.js";
import { ask } from "./server.js";
import { number } from "./words.js";

const EVERY = 5000;
const SHOWN = 10;
const LINE = /^mintmark_http_requests_seconds(_count|)\{method="([^"]*)",route="([^"]*)"(?:,quantile="0\.99")?\} (\S+)$/gm;

async function read() {
  const { text } = await ask("GET", "/metrics", { text: true, quiet: true });
  const routes = new Map();
  for (const [, kind, method, route, value] of text.matchAll(LINE)) {
    const name = `${method} ${route}`;
    const known = routes.get(name) ?? {};
    routes.set(name, kind ? { ...known, count: Number(value) } : { ...known, slow: Number(value) });
  }
  return { at: performance.now(), routes };
}

export async function traffic() {
  const body = h("div", {}, h("p", { class: "quiet" }, "A moment …"));
  let before = await read();
  const timer = setInterval(async () => {
    if (document.hidden) return;
    try {
      const now = await read();
      body.replaceChildren(...shown(before, now));
      before = now;
    } catch { /* the page itself says that the server is gone, as soon as it is asked for anything */ }
  }, EVERY);
  return { body, leave: () => clearInterval(timer) };
}

function shown(before, now) {
  const seconds = (now.at - before.at) / 1000;
  const rows = [...now.routes].map(([name, { count, slow }]) => [name, (count - (before.routes.get(name)?.count ?? 0)) / seconds, slow])
    .filter(([, rate]) => rate > 0).sort((a, b) => b[1] - a[1]);
  const all = rows.reduce((sum, [, rate]) => sum + rate, 0);
  return [h("p", {}, `${number(Math.round(all))} requests a second, this page's own among them.`),
    table(["Route", "#A second", "#P99, ms"], rows.slice(0, SHOWN).map(([name, rate, slow]) => [id(name), rate.toFixed(1), (1000 * slow).toFixed(1)]), "Nobody asks.")];
}
