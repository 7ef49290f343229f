// The server at a glance, and its databases.

import { h, strip, table, link, form, field, tell, button } from "./page.js";
import { ask, file, pages, v1 } from "./server.js";
import { traffic } from "./traffic.js";
import { ago, bytes, duration, number } from "./words.js";

export async function overview(me) {
  const [server, all] = await Promise.all([described(), pages("/v1/databases", "databases")]);
  const name = field("New database", { pattern: "[A-Za-z0-9_.-]+", maxlength: 128, placeholder: "shop", required: true });
  const made = async () => {
    const wanted = name.input.value.trim();
    await ask("PUT", v1("databases", wanted));
    tell(`${wanted} is there.`);
    location.hash = `#/${encodeURIComponent(wanted)}/begin`;
  };
  const now = await traffic();
  const body = h("section", {}, h("h1", {}, "This server"), server,
    me.SecurityClearance === "Operator" ? h("div", { class: "row" }, button("Back up now", backUp, "second")) : null,
    h("h2", {}, "Databases"),
    table(["Name", "Numbers"], all.found.map(each => [link(each.name, each.name, "begin"), link("counters", each.name, "counters")]),
      "There is none yet. Name one below: that is all it takes to draw the first id."),
    all.more ? h("p", { class: "quiet" }, `These are the first ${all.found.length}.`) : null,
    me.SecurityClearance === "Operator" ? form("Make it", made, name) : null,
    h("h2", {}, "Asked now"), now.body);
  return { body, leave: now.leave };
}

// The browser keeps it as a file; `mintmark check` says whether it is whole.
async function backUp() {
  const archive = await file("POST", "/admin/mintmark/backup");
  const link = h("a", { href: URL.createObjectURL(archive), download: `mintmark-${new Date().toISOString().slice(0, 19).replaceAll(":", "")}.zip` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  tell(`A backup of ${bytes(archive.size)} is among your downloads. Keep it elsewhere.`);
}

// Who may not see what operators see is told the version alone.
async function described() {
  try {
    return facts(await ask("GET", "/v1/server", { quiet: true }));
  } catch (failure) {
    if (failure.status !== 403) throw failure;
    const version = await ask("GET", "/build/version", { quiet: true });
    return strip([["Version", version.ProductVersion ?? version.FullVersion]]);
  }
}

function facts({ version, java, uptimeSeconds, node, nodes, store, databases, backup, certificate, refused }) {
  const days = certificate && (Date.parse(certificate.expires) - Date.now()) / 86_400_000;
  return strip([
    ["Version", version], ["Java", java], ["Up for", duration(uptimeSeconds)],
    [nodes.length > 1 ? `Node ${node} of` : "Node", nodes.length > 1 ? nodes.map(each => each.tag + (each.leaving ? " (leaving)" : "")).join(", ") : node],
    ["Store", store.serving ? store.class : `${store.class}, not serving`, store.serving ? "" : "bad"],
    ["On disk", bytes(store.sizeBytes)], store.freeBytes != null && ["Free", bytes(store.freeBytes)],
    databases.failed > 0 && ["Failed databases", number(databases.failed), "bad"],
    backup && ["Last backup", backup.newest ? ago(backup.newest) : "none", backup.newest ? "" : "bad"],
    certificate && ["Certificate ends", ago(certificate.expires), days < 14 || certificate.renewalRefused ? "bad" : ""],
    store.witnessWritten != null && ["Witness", store.witnessWritten ? "written" : "not written", store.witnessWritten ? "" : "bad"],
    ["Refused", number(refused.requests + refused.shed)],
  ]);
}
