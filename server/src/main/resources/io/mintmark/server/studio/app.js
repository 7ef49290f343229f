// Finds the page that the address names, and shows it. A page is a function of its parts that returns what is shown;
// what it begins, such as looking again each second, it ends where it is told to.

import { h, tell, form, field, at, id } from "./page.js";
import { forget, isSignedIn, signIn, signOut, whoAmI } from "./server.js";
import { overview } from "./overview.js";
import { begin } from "./begin.js";
import { counters, counter } from "./counters.js";
import { documents, doc } from "./documents.js";
import { create } from "./create.js";
import { identities } from "./identities.js";
import { indexes } from "./indexes.js";
import { buckets } from "./buckets.js";
import { access } from "./access.js";
import { audit } from "./audit.js";

const PLACES = new Map([["begin", "First id"], ["counters", "Counters"], ["documents", "Documents"], ["create", "Create"],
  ["identities", "Identities"], ["indexes", "Indexes"], ["buckets", "Buckets"]]);
const PAGES = new Map(Object.entries({ begin, counters, documents, create, identities, indexes, buckets }));
const OF_SERVER = new Map([["access", () => access(me)], ["audit", audit]]);
let leave = () => {};
let me = null;

// What the address says: the parts of a path, and what a page looks for. Both can be kept and sent.
function address() {
  const [path, query] = location.hash.replace(/^#\/?/, "").split("?");
  return { parts: path.split("/").filter(part => part).map(decodeURIComponent), query: new URLSearchParams(query) };
}

function page([db, place, one], query) {
  if (!db) return overview(me);
  if (!place && OF_SERVER.has(db)) return OF_SERVER.get(db)(query);
  if (place === "counters" && one != null) return counter(db, one);
  if (place === "documents" && one != null) return doc(db, one);
  return (PAGES.get(place) ?? begin)(db, query);
}

// A session that ended is put aside: the certificate of this browser may be enough.
async function known() {
  try {
    return await whoAmI();
  } catch (refused) {
    if (refused.status !== 403 || !isSignedIn()) throw refused;
    forget();
    return whoAmI().catch(() => { throw Object.assign(refused, { hasEnded: true }); });
  }
}

async function show() {
  leave();
  leave = () => {};
  const main = document.getElementById("main");
  const wanted = location.hash;
  let title = [];
  try {
    const { parts, query } = address();
    title = parts;
    me ??= await known();
    places(parts);
    const stops = [];
    leave = () => stops.forEach(stop => stop());
    const shown = await page(parts, query);
    if (wanted !== location.hash) return shown.leave?.();
    if (shown.leave) stops.push(shown.leave);
    main.replaceChildren(shown.body ?? shown);
  } catch (failure) {
    main.replaceChildren(await refused(failure));
  }
  document.title = [title.join(" / "), "Mintmark Studio"].filter(part => part).join(" – ");
  main.focus({ preventScroll: true });
}

// Somebody whom the server does not know signs in; others are told what they lack.
async function refused(failure) {
  if (failure.status !== 403) return sorry(failure);
  try {
    me = await known();
    return sorry(failure);
  } catch (stranger) {
    me = null;
    return stranger.status === 403 ? door(stranger) : sorry(stranger);
  }
}

function places([db, place]) {
  const here = (name, isIt) => ({ "aria-current": isIt ? "page" : null });
  const isOfServer = !place && OF_SERVER.has(db);
  const all = db && !isOfServer ? [...PLACES].map(([name, text]) => h("a", { href: at(db, name), ...here(name, name === (place ?? "begin")) }, text)) : [];
  document.getElementById("places").replaceChildren(...(all.length ? [h("strong", { class: "id" }, db), ...all] : []));
  const of = me.SecurityClearance === "Operator" ? [...OF_SERVER.keys()].map(name =>
    h("a", { href: at(name), ...here(name, isOfServer && db === name) }, name[0].toUpperCase() + name.slice(1))) : [];
  const out = h("button", { class: "second", onclick: async () => { await signOut().catch(() => {}); me = null; show(); } }, "Sign out");
  document.getElementById("who").replaceChildren(me.Name ? id(me.Name) : "", ...of, h("a", { href: "/docs/" }, "Docs"), isSignedIn() ? out : "");
}

function door(failure) {
  const token = field("Bearer token", { type: "password", placeholder: "mintmark_…", required: true, name: "token" });
  document.getElementById("places").replaceChildren();
  document.getElementById("who").replaceChildren();
  return h("section", {}, h("h1", {}, "Sign in"),
    h("p", {}, failure.hasEnded ? failure.message : "This server asks who calls. A client certificate of your browser is enough; otherwise type a token once."),
    form("Sign in", async () => { await signIn(token.input.value.trim()); tell("Signed in, until this tab is closed or the server starts anew."); show(); }, token),
    h("p", { class: "quiet" }, "The session is of this tab, at this node alone: another node asks anew, and so does this one after a restart."),
    h("p", { class: "quiet" }, "An operator makes a token with ", h("code", {}, "mintmark access add NAME"), " on the server's machine."));
}

const sorry = failure => h("section", { role: "alert" }, h("h1", {}, failure.status === 403 ? "You may not see this" : "That did not work"),
  h("p", { class: "bad" }, failure.message), h("p", {}, h("a", { href: "#/" }, "To the overview")));

addEventListener("hashchange", show);
show();
