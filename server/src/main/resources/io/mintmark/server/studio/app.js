// Finds the page that the address names, and shows it. A page is a function of its parts that returns what is shown;
// what it begins, such as looking again each second, it ends where it is told to.

import { h, tell, link, form, field, at } from "./page.js";
import { isSignedIn, signIn, signOut, whoAmI } from "./server.js";
import { overview } from "./overview.js";
import { begin } from "./begin.js";
import { counters, counter } from "./counters.js";
import { documents, doc } from "./documents.js";
import { create } from "./create.js";
import { identities } from "./identities.js";
import { indexes } from "./indexes.js";
import { buckets } from "./buckets.js";
import { access } from "./access.js";

const PLACES = { begin: "First id", counters: "Counters", documents: "Documents", create: "Create", identities: "Identities", indexes: "Indexes", buckets: "Buckets" };
const PAGES = { begin, counters, documents, create, identities, indexes, buckets };
let leave = () => {};
let me = null;

const parts = () => location.hash.replace(/^#\/?/, "").split("/").filter(part => part).map(decodeURIComponent);

function page([db, place, one]) {
  if (!db) return overview(me);
  if (db === "access" && !place) return access();
  if (place === "counters" && one != null) return counter(db, one);
  if (place === "documents" && one != null) return doc(db, one);
  return (PAGES[place] ?? begin)(db);
}

async function show() {
  leave();
  leave = () => {};
  const main = document.getElementById("main");
  const wanted = parts();
  try {
    me ??= await whoAmI();
    places(wanted);
    const stops = [];
    leave = () => stops.forEach(stop => stop());
    const shown = await page(wanted);
    if (wanted.join("/") !== parts().join("/")) return shown.leave?.();
    if (shown.leave) stops.push(shown.leave);
    main.replaceChildren(shown.body ?? shown);
  } catch (failure) {
    me = failure.status === 403 ? null : me;
    main.replaceChildren(me === null && failure.status === 403 ? door(failure) : sorry(failure));
  }
  document.title = [wanted.join(" / "), "Mintmark Studio"].filter(part => part).join(" – ");
  main.focus({ preventScroll: true });
}

function places([db, place]) {
  const current = name => ({ "aria-current": name === (place ?? "begin") ? "page" : null });
  const of = db && !(db === "access" && !place)
    ? Object.entries(PLACES).map(([name, text]) => h("a", { href: at(db, name), ...current(name) }, text))
    : [];
  document.getElementById("places").replaceChildren(...(db && of.length ? [h("strong", { class: "id" }, db), ...of] : []));
  const out = h("button", { class: "second", onclick: async () => { await signOut().catch(() => {}); me = null; show(); } }, "Sign out");
  const all = me.SecurityClearance === "Operator" && me.Name ? link("Access", "access") : "";
  document.getElementById("who").replaceChildren(me.Name || "", all, h("a", { href: "/docs/" }, "Docs"), isSignedIn() ? out : "");
}

function door(failure) {
  const token = field("Bearer token", { type: "password", placeholder: "mintmark_…", required: true, name: "token" });
  document.getElementById("places").replaceChildren();
  document.getElementById("who").replaceChildren();
  return h("section", {}, h("h1", {}, "Sign in"),
    h("p", {}, isSignedIn() ? failure.message : "This server asks who calls. A client certificate of your browser is enough; otherwise type a token once."),
    form("Sign in", async () => { await signIn(token.input.value.trim()); tell("Signed in, until this tab is closed or the server starts anew."); show(); }, token),
    h("p", { class: "quiet" }, "An operator makes a token with ", h("code", {}, "mintmark access add NAME"), " on the server's machine."));
}

const sorry = failure => h("section", { role: "alert" }, h("h1", {}, "That did not work"), h("p", { class: "bad" }, failure.message),
  h("p", {}, h("a", { href: "#/" }, "To the overview")));

addEventListener("hashchange", show);
show();
