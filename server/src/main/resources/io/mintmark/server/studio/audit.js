// Who changed what, as the audit log of this node has it: for operators.

import { h, at, field, form, id, moment } from "./page.js";
import { ask } from "./server.js";
import { endless } from "./endless.js";

const ROUTE = "/v1/server/audit";
const FILTERS = { act: ["Act", "create"], by: ["By", "ada"], about: ["About", "shop"] };
const ACTS = ["sign-in", "create", "delete", "configure", "change-access", "access-changed", "backup", "raise", "seed", "kill",
  "put-index", "delete-index", "reserve", "return", "reserve-identity", "write"];

export async function audit(query) {
  const wanted = Object.keys(FILTERS).filter(name => query.get(name)).map(name => [name, query.get(name)]);
  const load = async before => {
    const search = new URLSearchParams([...wanted, ["limit", 100], ...(before ? [["before", before]] : [])]);
    const page = await ask("GET", `${ROUTE}?${search}`, { quiet: true });
    return { ...page, rows: page.lines.map(row), next: page.next ?? null };
  };
  const first = await load(null);
  if (first.kept !== "here") return section(away(first.kept));
  const table = await endless(["When", "Act", "By", "From", "About", "Outcome"], before => (before ? load(before) : first),
    wanted.length ? "No line that is kept says so." : "It has no line yet. Who signs in, creates, deletes, configures or raises something has one.");
  return { body: section(filters(query), h("p", { class: "quiet" }, "The newest first. Old lines go when their file does: ",
    h("code", {}, "--audit-keep"), " full ones of ", h("code", {}, "--audit-size"), " stay. Other nodes keep their own."), table.body), leave: table.leave };
}

const section = (...parts) => h("section", {}, h("h1", {}, "Audit"), h("p", {}, "Who changed what at this node, and what came of it."), ...parts);

function row(line) {
  const failed = line.outcome.startsWith("refused") || line.outcome.startsWith("failed");
  return [moment(line.at), line.act, id(line.by), id(line.from), line.about.map(each => h("div", {}, `${each.name} `, id(each.value))),
    h("span", { class: failed ? "bad" : "" }, line.outcome)];
}

function filters(query) {
  const fields = Object.entries(FILTERS).map(([name, [label, example]]) =>
    field(label, { placeholder: example, value: query.get(name) ?? "", list: name === "act" ? "acts" : null }));
  const find = () => {
    const said = Object.keys(FILTERS).map((name, i) => [name, fields[i].input.value.trim()]).filter(([, value]) => value);
    location.hash = at("audit") + (said.length ? `?${new URLSearchParams(said)}` : "");
  };
  return h("div", {}, h("datalist", { id: "acts" }, ACTS.map(value => h("option", { value }))), form("Find them", find, ...fields));
}

const away = kept => kept === "nowhere"
  ? h("p", {}, "There is no audit log: start the server with ", h("code", {}, "--audit-file FILE"), " to have one. Acts of administration have a line in its own log all the same.")
  : h("p", {}, "The program that runs this server writes the log to a place of its own, and this page cannot read it there.");
