// Buckets: which of them are large, and what lies in one. Documents of one anchor lie together.

import { h, svg, table, link, form, field, id, button } from "./page.js";
import { ask, raven } from "./server.js";
import { bytes, many, number } from "./words.js";

const COUNT = 1_048_576;
const ACROSS = 32;

export async function buckets(db) {
  const shown = h("div", {});
  const inside = h("div", { role: "status" });
  const one = field("Bucket", { type: "number", min: 0, max: COUNT - 1, required: true });
  const look = async bucket => inside.replaceChildren(...await what(db, bucket));
  const count = async () => shown.replaceChildren(...await largest(db, look));
  return h("section", {}, h("h1", {}, "Buckets"),
    h("p", {}, "Each document lies in one of 1,048,576 buckets, by the hash of its id; behind a ", h("code", {}, "$"), " only the part after it counts, the anchor. Every document is read to count them."),
    button("Count them", count), shown, h("h2", {}, "Look into one"), form("Look", () => look(one.input.value), one), inside);
}

async function largest(db, look) {
  const found = await ask("GET", raven(db, "debug/buckets", { largest: 50 }), { quiet: true });
  const most = Math.max(1, ...found.Largest.map(each => each.Bytes));
  const rows = found.Largest.map(each => [
    button(String(each.Bucket), () => look(each.Bucket), "second"), bar(each.Bytes / most), bytes(each.Bytes), number(each.Documents),
    each.Anchor ? id(each.Anchor) : "", each.Warning ? h("span", { class: "warn" }, each.Warning) : ""]);
  if (!rows.length) return [h("p", { class: "quiet" }, "There is no document.")];
  const oversized = found.Largest.filter(each => each.Warning).length;
  return [h("p", {}, `${many(found.CountOfDocuments, "document")} in ${many(found.CountOfBuckets, "bucket")}. `,
    oversized ? h("strong", { class: "warn" }, `${many(oversized, "bucket")} too large to be divided among shards: the table says why.`) : "None is too large."),
  heat(found.BytesByPart), h("h2", {}, "The largest"), table(["Bucket", "Size", "#Bytes", "#Documents", "Anchor", "Warning"], rows, "")];
}

// A bar beside a number that says the same.
const bar = part => svg("svg", { viewBox: "0 0 100 10", width: 120, height: 12, "aria-hidden": "true" },
  svg("rect", { width: Math.max(1, 100 * part), height: 10, class: "used" }));

// A cell for each part of all buckets, the darker the more bytes; the table has the figures.
function heat(parts) {
  const most = Math.max(1, ...parts);
  const size = COUNT / parts.length;
  const cells = parts.map((sum, i) => {
    const cell = svg("rect", { x: i % ACROSS, y: Math.floor(i / ACROSS), width: 1, height: 1, "fill-opacity": sum ? 0.15 + 0.85 * sum / most : 0 });
    cell.append(svg("title", {}, `${number(i * size)} to ${number((i + 1) * size - 1)}: ${bytes(sum)}`));
    return cell;
  });
  return h("figure", {}, svg("svg", { class: "heat", viewBox: `0 0 ${ACROSS} ${parts.length / ACROSS}`, role: "img",
    "aria-label": `Bytes of each ${number(size)} buckets, from bucket 0 on; at most ${bytes(most)}.` }, ...cells),
  h("figcaption", { class: "quiet" }, `Each cell is ${number(size)} buckets, from bucket 0 at the top left; the strongest has ${bytes(most)}.`));
}

async function what(db, bucket) {
  const found = await ask("GET", raven(db, "debug/buckets", { bucket }), { quiet: true });
  return [h("p", {}, `Bucket ${found.Bucket}: ${many(found.Documents, "document")}, ${bytes(found.Bytes)}.`),
    table(["Id"], found.Ids.map(name => [link(name, db, "documents", name)]), "It is empty."),
    found.Documents > found.Ids.length ? h("p", { class: "quiet" }, `These are the first ${found.Ids.length}.`) : ""].filter(each => each);
}
