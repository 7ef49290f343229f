// JSON as text: a number keeps every digit that somebody wrote, which JSON.parse would round.

const TOKEN = /\s*("(?:[^"\\]|\\.)*"|[[\]{}:,]|[^\s[\]{}:,"]+)/gy;

function tokens(text) {
  TOKEN.lastIndex = 0;
  const found = [];
  for (let match; TOKEN.lastIndex < text.length && (match = TOKEN.exec(text)); ) {
    found.push({ text: match[1], begin: TOKEN.lastIndex - match[1].length, end: TOKEN.lastIndex });
  }
  return found;
}

// Calls `take` with the tokens of each part of an object or array, commas and brackets left out.
function parts(text) {
  const found = [];
  let depth = 0;
  let part = [];
  for (const token of tokens(text)) {
    const opens = token.text === "{" || token.text === "[";
    const closes = token.text === "}" || token.text === "]";
    if (closes) depth--;
    if ((depth === 1 && token.text === ",") || (closes && depth === 0)) {
      if (part.length) found.push(part);
      part = [];
    } else if (depth >= 1) {
      part.push(token);
    }
    if (opens) depth++;
  }
  return found;
}

const raw = (text, part, from = 0) => text.slice(part[from].begin, part.at(-1).end);

export const elements = text => parts(text).map(part => raw(text, part));

export const members = text => new Map(parts(text).map(part => [JSON.parse(part[0].text), raw(text, part, 2)]));

export function pretty(text) {
  let depth = 0;
  let line = "";
  const all = tokens(text);
  all.forEach((token, i) => {
    const next = all[i + 1]?.text;
    if ("{[".includes(token.text)) {
      line += token.text;
      if (next !== "}" && next !== "]") line += "\n" + "  ".repeat(++depth);
    } else if ("}]".includes(token.text)) {
      line += "{[".includes(all[i - 1]?.text) ? token.text : "\n" + "  ".repeat(--depth) + token.text;
    } else {
      line += token.text === "," ? ",\n" + "  ".repeat(depth) : token.text === ":" ? ": " : token.text;
    }
  });
  return line;
}

// Returns a document's own text and its metadata, as they were stored.
export function split(text) {
  const all = members(text);
  const metadata = all.get("@metadata") ?? "{}";
  all.delete("@metadata");
  return { body: object(all), metadata };
}

export const object = all => "{" + [...all].map(([name, value]) => JSON.stringify(name) + ":" + value).join(",") + "}";

export function joined(body, metadata) {
  const all = members(body);
  if (metadata) all.set("@metadata", metadata);
  return object(all);
}
