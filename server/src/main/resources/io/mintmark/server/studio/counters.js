// Counters, and one of them: its numbers, its leases, who holds which.

import { h, table, link, form, field, button, id, strip, tell } from "./page.js";
import { ask, pages, v1 } from "./server.js";
import { ago, duration, number } from "./words.js";
import { line, used, isOpen } from "./line.js";

const CEILING = Number.MAX_SAFE_INTEGER;
const SHOWN = 50;

export async function counters(db) {
  const { found, more } = await pages(v1(db, "counters"), "counters");
  const name = field("A counter", { placeholder: "orders", required: true });
  return h("section", {}, h("h1", {}, "Counters"),
    h("p", {}, "Each hands out numbers, each number once. It is made by its first one."),
    table(["Name", "#Highest number reserved", "#Left"], found.map(each =>
      [link(each.name, db, "counters", each.name), number(each.last), percent(each.last)]), "No number was drawn yet."),
    more ? h("p", { class: "quiet" }, `These are the first ${found.length}.`) : null,
    form("Look at it", async () => { location.hash = `#/${encodeURIComponent(db)}/counters/${encodeURIComponent(name.input.value.trim())}`; }, name));
}

const percent = last => last < CEILING / 1e4 ? "nearly all" : `${Math.floor(1e4 * (1 - last / CEILING)) / 100} %`;

export async function counter(db, name) {
  const path = v1(db, "counters", name);
  const state = h("div", {});
  const seen = [];
  const look = async () => state.replaceChildren(...await shown(path, seen));
  await look();
  const timer = setInterval(() => document.hidden || look().catch(() => {}), 1000);
  const body = h("section", {}, h("h1", {}, "Counter ", id(name)), state,
    h("h2", {}, "Draw"), draw(path, look), h("h2", {}, "Who holds …?"), holder(path), h("h2", {}, "Raise"), raise(path, name, look));
  return { body, leave: () => clearInterval(timer) };
}

async function shown(path, seen) {
  const [now, page] = await Promise.all([
    ask("GET", path, { quiet: true }).catch(failure => { if (failure.status === 404) return null; throw failure; }),
    ask("GET", `${path}/leases?limit=${SHOWN}`, { quiet: true }).catch(() => ({ leases: [] }))]);
  if (!now) return [h("p", { class: "quiet" }, "No number was drawn of it yet.")];
  seen.push([Date.now(), now.last]);
  if (seen.length > 60) seen.shift();
  return [strip([["Highest number reserved", number(now.last)], ["Left", percent(now.last)], ["Numbers a second", rate(seen)], ["Lasts for", headroom(seen)]]),
    page.leases.length ? line(page.leases, now.last) : null,
    leases(path, page)].filter(each => each);
}

const speed = seen => seen.length < 2 ? 0 : (seen.at(-1)[1] - seen[0][1]) * 1000 / Math.max(1, seen.at(-1)[0] - seen[0][0]);
const rate = seen => number(Math.max(0, Math.round(speed(seen))));
const headroom = seen => speed(seen) > 0 ? duration((CEILING - seen.at(-1)[1]) / speed(seen)) : "as long as nobody asks";

function leases(path, page) {
  const rows = page.leases.map(lease => [number(lease.serial), `${number(lease.first)} – ${number(lease.last)}`, lease.node,
    h("time", { datetime: lease.reserved, title: lease.reserved }, ago(lease.reserved)), id(lease.principal ?? ""), id(lease.client ?? ""), state(lease)]);
  return h("div", {}, table(["Serial", "Numbers", "Node", "Reserved", "By", "From", "State"], rows, "No lease is known."),
    page.next != null ? h("p", { class: "quiet" }, `The newest ${page.leases.length}; older ones by `, h("code", {}, `GET ${path}/leases?before=${page.next}`)) : null);
}

const state = lease => lease.ahead && isOpen(lease) ? "ahead, for clients to come" : isOpen(lease) ? "open" : `${number(used(lease))} used, the rest returned`;

function draw(path, look) {
  const count = field("How many", { type: "number", min: 1, max: 1048576, value: 32, required: true });
  const got = h("p", { class: "large", role: "status" });
  return h("div", {}, h("div", { class: "row" },
    button("The next id", async () => { got.replaceChildren(id((await ask("POST", `${path}/next`)).id)); await look(); })),
    form("A range", async () => {
      const range = await ask("POST", `${path}/ranges?count=${count.input.value}`);
      got.replaceChildren(id(`${range.prefix}${range.first}${range.suffix}`), " to ", id(`${range.prefix}${range.last}${range.suffix}`));
      await look();
    }, count), got);
}

function holder(path) {
  const wanted = field("Number, or id", { placeholder: "1234", required: true });
  const answer = h("p", { role: "status" });
  return h("div", {}, form("Find it", async () => {
    const n = Number((/(\d+)(?:-\w+)?$/.exec(wanted.input.value.trim()) ?? [])[1]);
    if (!Number.isSafeInteger(n) || n < 1) throw new Error("Type a number from 1 on, or an id that has one at its end.");
    answer.replaceChildren("Looking …");
    answer.replaceChildren((await ask("GET", `${path}/numbers/${n}`, { quiet: true })).text);
  }, wanted), answer);
}

function raise(path, name, look) {
  const to = field("Highest number that counts as taken", { type: "number", min: 0, max: CEILING, required: true });
  const sure = field(`Type ${name} to confirm`, { required: true });
  return h("div", {}, h("p", {}, "For numbers that something else has given out already. The numbers between are gone for good: it never goes back."),
    form("Raise it", async () => {
      if (sure.input.value !== name) throw new Error(`To be sure, type the counter's name: ${name}.`);
      const now = await ask("POST", `${path}/raise?to=${to.input.value}`);
      tell(`${name} stands at ${number(now.last)}.`);
      await look();
    }, to, sure));
}
