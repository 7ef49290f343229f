// The server at a glance, and its databases.

import { h, strip, table, link, form, field, tell, button, id, moment } from "./page.js";
import { ask, file, pages, v1 } from "./server.js";
import { may } from "./access.js";
import { traffic } from "./traffic.js";
import { bytes, duration, number } from "./words.js";

export async function overview(me) {
  const isOperator = me.SecurityClearance === "Operator";
  const [server, all] = await Promise.all([isOperator ? ask("GET", "/v1/server", { quiet: true }) : null, pages("/v1/databases", "databases")]);
  const now = await traffic(server);
  const body = h("section", {}, h("h1", {}, "This server"), server ? strip(facts(server)) : null,
    me.Name ? h("p", {}, "You are ", id(me.Name), `, and may do this: ${may(me)}.`) : null,
    server?.nodes.length > 1 && me.Name ? h("p", { class: "quiet" }, `You are signed in at node ${server.node} alone: each node keeps its own sessions.`) : null,
    server?.backup ? h("div", { class: "row" }, button("Back up now", backUp, "second")) : null,
    now.warned ? [h("h2", {}, "What would raise an alert"), now.warned] : null,
    h("h2", {}, "Databases"), databases(all, isOperator), isOperator ? maker() : null,
    h("h2", {}, "Asked now"), now.asked);
  return { body, leave: now.leave };
}

function databases({ found, more }, isOperator) {
  const none = isOperator ? "There is none yet. Name one below: that is all it takes to draw the first id."
    : "There is none that you may see: let an operator give you access to one.";
  return h("div", {}, table(["Name", "Numbers", "Documents"], found.map(each =>
    [link(each.name, each.name, "begin"), link("counters", each.name, "counters"), link("documents", each.name, "documents")]), none),
  more ? h("p", { class: "quiet" }, `These are the first ${number(found.length)}. The address of another one ends with `, h("code", {}, "#/NAME/begin"), ".") : null);
}

function maker() {
  const name = field("New database", { pattern: "[A-Za-z0-9_.\\-]+", maxlength: 128, placeholder: "shop", required: true });
  return form("Make it", async () => {
    const wanted = name.input.value.trim();
    await ask("PUT", v1("databases", wanted));
    tell(`${wanted} is there.`);
    location.hash = `#/${encodeURIComponent(wanted)}/begin`;
  }, name);
}

// The browser keeps it as a file; `mintmark check` says whether it is whole.
async function backUp() {
  const archive = await file("POST", "/admin/mintmark/backup");
  const link = h("a", { href: URL.createObjectURL(archive), download: `mintmark-${new Date().toISOString().slice(0, 19).replaceAll(":", "")}.zip` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  tell(`A backup of ${bytes(archive.size)} is among your downloads. Keep it elsewhere.`);
}

function facts({ version, java, uptimeSeconds, node, nodes, store, databases, backup, certificate, refused }) {
  const days = certificate && (Date.parse(certificate.expires) - Date.now()) / 86_400_000;
  return [
    ["Version", version], ["Java", java], ["Up for", duration(uptimeSeconds)],
    [nodes.length > 1 ? `Node ${node} of` : "Node", nodes.length > 1 ? nodes.map(each => each.tag + (each.leaving ? " (leaving)" : "")).join(", ") : node],
    ["Store", store.serving ? store.class : `${store.class}, not serving`, store.serving ? "" : "bad"],
    ["On disk", bytes(store.sizeBytes)], store.freeBytes != null && ["Free", bytes(store.freeBytes)],
    ["Failed databases", number(databases.failed), databases.failed > 0 ? "bad" : ""],
    backup && ["Last backup", backup.newest ? moment(backup.newest) : "none", backup.newest ? "" : "bad"],
    certificate && ["Certificate ends", moment(certificate.expires), days < 14 || certificate.renewalRefused ? "bad" : ""],
    store.witnessWritten != null && ["Witness", store.witnessWritten ? "written" : "not written", store.witnessWritten ? "" : "bad"],
    ["Refused since the start", number(refused.requests + refused.shed)],
  ];
}
