// Counters, and one of them: its numbers, its leases, who holds which.

import { h, table, link, form, field, button, id, strip, tell, at, moment, repeat } from "./page.js";
import { ask, v1 } from "./server.js";
import { endless } from "./endless.js";
import { duration, number } from "./words.js";
import { line, used, isOpen } from "./line.js";

const SHOWN = 50;
const PART = 200;
// A range is seen within a second, also where the answer takes a moment.
const EVERY = 900;
// In between, the newest lease alone says whether anything changed.
const WHOLE_EVERY = 10;

export async function counters(db, query) {
  const from = query.get("from") ?? "";
  const name = field("A counter", { placeholder: "orders", required: true, value: from });
  const named = () => name.input.value.trim();
  const load = async after => {
    const exact = !after && from ? await ask("GET", v1(db, "counters", from), { quiet: true }).catch(missing) : null;
    const search = new URLSearchParams({ limit: PART, ...((after ?? from) && { after: after ?? from }) });
    const page = await ask("GET", `${v1(db, "counters")}?${search}`, { quiet: true });
    return { rows: [...(exact ? [exact] : []), ...page.counters].map(each => row(db, each, page.ceiling)), next: page.next ?? null };
  };
  const list = await endless(["Name", "#Highest number reserved", "#Left"], load,
    from ? "None has that name, or a later one." : "No number was drawn yet. The first one makes its counter: draw it on the page First id.");
  return { body: h("section", {}, h("h1", {}, "Counters"), h("p", {}, "Each hands out numbers, each number once. It is made by its first one."),
    form("Look at it", () => { location.hash = at(db, "counters", named()); }, name,
      button("List from here", () => { location.hash = at(db, "counters") + (named() ? `?${new URLSearchParams({ from: named() })}` : ""); }, "second")),
    list.body), leave: list.leave };
}

const row = (db, each, ceiling) => [link(each.name, db, "counters", each.name), number(each.last), percent(each.last, ceiling)];
const missing = failure => { if (failure.status === 404) return null; throw failure; };
// The ceiling is the server's to say: its engine decides where counters end.
const percent = (last, ceiling) => last < ceiling / 1e4 ? "nearly all" : `${Math.max(0, Math.floor(1e4 * (1 - last / ceiling)) / 100)} %`;

export async function counter(db, name) {
  const path = v1(db, "counters", name);
  const watched = watch(path);
  await watched.look();
  const stop = repeat(watched.look, EVERY);
  const body = h("section", {}, h("h1", {}, "Counter ", id(name)), watched.body,
    h("h2", {}, "Draw"), draw(path, watched.look), h("h2", {}, "Who holds …?"), holder(path), h("h2", {}, "Raise"), raise(path, name, watched));
  return { body, leave: () => { stop(); watched.leave(); } };
}

// Looks at the newest lease alone as long as it stays as it is, and at all that are shown when it changed.
function watch(path) {
  const facts = h("div", {});
  const list = h("div", {});
  const seen = [];
  let former = "";
  let looks = 0;
  let isMoving = false;
  let older = null;
  let ceiling = 0;
  const page = limit => ask("GET", `${path}/leases?limit=${limit}`, { quiet: true });
  const standing = ({ last, leases: [newest] }) => JSON.stringify([last, newest]);
  const follow = async () => {
    older.leave();
    older = null;
    former = "";
    list.replaceChildren();
    await look();
    list.querySelector("button")?.focus();
  };
  const still = async next => {
    older = await endless(HEADS, before => page(PART + `&before=${before}`).then(more => ({ rows: more.leases.map(lease), next: more.next ?? null })), "There are no older ones.", next);
    list.append(h("p", {}, "The table stands still while you read older ones. ", button("Follow the newest again", follow, "second")), older.body);
  };
  const look = async () => {
    const whole = looks++ % WHOLE_EVERY === 0 || isMoving;
    const short = whole ? null : await page(1);
    const isSame = short && standing(short) === former;
    const now = isSame ? short : await page(SHOWN);
    ceiling = now.ceiling;
    isMoving = former !== "" && standing(now) !== former;
    seen.push([Date.now(), now.last]);
    if (seen.length > 60) seen.shift();
    facts.replaceChildren(...standingFacts(now, seen, isSame ? facts.lastElementChild : null));
    // Somebody who is at the table with the keyboard stays there; it is looked at again as soon as nobody is.
    const isHeld = !older && list.contains(document.activeElement);
    if (!isSame && !older && !isHeld) list.replaceChildren(...leases(now, still));
    former = isHeld ? "" : standing(now);
  };
  return { look, ceiling: () => ceiling, body: h("div", {}, facts, list), leave: () => older?.leave() };
}

// `drawn` is the number line as it stands, where nothing changed.
function standingFacts(now, seen, drawn) {
  if (!now.last && !now.leases.length) return [h("p", { class: "quiet" }, "No number was drawn of it yet: draw the first one below.")];
  const facts = strip([["Highest number reserved", number(now.last)], ["Left", percent(now.last, now.ceiling)], ["Numbers a second", rate(seen)], ["Lasts for", headroom(seen, now.ceiling)]]);
  return [facts, drawn ?? (now.leases.length ? line(now.leases, now.last) : h("div", {}))];
}

const speed = seen => seen.length < 2 ? 0 : (seen.at(-1)[1] - seen[0][1]) * 1000 / Math.max(1, seen.at(-1)[0] - seen[0][0]);
const rate = seen => number(Math.max(0, Math.round(speed(seen))));
const headroom = (seen, ceiling) => speed(seen) > 0 ? duration(Math.max(0, ceiling - seen.at(-1)[1]) / speed(seen)) : "as long as nobody asks";

const HEADS = ["#Serial", "Numbers", "Node", "Reserved", "By", "From", "State"];
const lease = each => [number(each.serial), `${number(each.first)} – ${number(each.last)}`, each.node, moment(each.reserved), id(each.principal ?? ""), id(each.client ?? ""), state(each)];

function leases({ last, leases: all, next }, still) {
  if (!last && !all.length) return [];
  return [table(HEADS, all.map(lease), "No lease is known."),
    next == null ? null : button("Older ones", () => still(next), "second")].filter(each => each);
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

function raise(path, name, watched) {
  const to = field("Highest number that counts as taken", { type: "number", min: 0, max: watched.ceiling(), required: true });
  const sure = field(`Type ${name} to confirm`, { required: true });
  return h("div", {}, h("p", {}, "For numbers that something else has given out already. The numbers between are gone for good: it never goes back."),
    form("Raise it", async () => {
      if (sure.input.value !== name) throw new Error(`To be sure, type the counter's name: ${name}.`);
      const now = await ask("POST", `${path}/raise?to=${to.input.value}`);
      tell(`${name} stands at ${number(now.last)}.`);
      await watched.look();
    }, to, sure));
}
