// The only place that asks the server. Refusals become errors with the server's own words.

const TAB = "mintmark-tab";
const asked = [];

export class Refusal extends Error {
  constructor(status, message) {
    super(message);
    this.status = status;
  }
}

// Returns the answers' first lines since the last call: what was asked of whom.
export const trace = () => asked.splice(0);

async function send(method, path, { body, headers = {}, text = false, keepalive = false }) {
  const tab = sessionStorage.getItem(TAB);
  const all = { Accept: text ? "*/*" : "application/json", ...(tab && { "Mintmark-Tab": tab }), ...headers };
  try {
    return await fetch(path, { method, body, headers: all, keepalive, cache: "no-store", credentials: "same-origin" });
  } catch {
    throw new Refusal(0, "The server does not answer: look whether it runs, then try again.");
  }
}

export async function ask(method, path, how = {}) {
  const { text = false, quiet = false } = how;
  const begun = performance.now();
  const answer = await send(method, path, how);
  if (!quiet) asked.push(`${method} ${decodeURIComponent(path)} → ${answer.status}, ${Math.round(performance.now() - begun)} ms`);
  const got = await answer.text();
  if (!answer.ok) throw new Refusal(answer.status, why(answer.status, got));
  if (text) return { text: got, headers: answer.headers };
  return got ? JSON.parse(got) : null;
}

// Returns an answer that is no text.
export async function file(method, path) {
  const answer = await send(method, path, { text: true });
  if (!answer.ok) throw new Refusal(answer.status, why(answer.status, await answer.text()));
  return answer.blob();
}

function why(status, got) {
  try {
    const said = JSON.parse(got);
    return said.detail ?? said.Message ?? got;
  } catch {
    return got || `The server refused this with ${status}.`;
  }
}

export const v1 = (...parts) => "/v1/" + parts.map(encodeURIComponent).join("/");
export const raven = (db, rest, query = {}) => {
  const search = new URLSearchParams(query).toString();
  return `/databases/${encodeURIComponent(db)}/${rest}${search ? "?" + search : ""}`;
};

export async function signIn(token) {
  sessionStorage.removeItem(TAB);
  const session = await ask("POST", "/session", { headers: { Authorization: `Bearer ${token}` } });
  sessionStorage.setItem(TAB, session.Tab);
}

export async function signOut() {
  try {
    await ask("DELETE", "/session");
  } finally {
    sessionStorage.removeItem(TAB);
  }
}

export const forget = () => sessionStorage.removeItem(TAB);
export const isSignedIn = () => sessionStorage.getItem(TAB) != null;
export const whoAmI = () => ask("GET", "/certificates/whoami", { quiet: true });

// All entries of a list that comes in pages, as far as `enough` says.
export async function pages(path, member, query = {}, step = "after", enough = 1000) {
  const found = [];
  let next = query[step];
  do {
    const search = new URLSearchParams({ ...query, ...(next != null && { [step]: next }), limit: 1000 });
    const page = await ask("GET", `${path}?${search}`, { quiet: true });
    found.push(...page[member]);
    next = page.next;
  } while (next != null && found.length < enough);
  return { found, more: next != null };
}
