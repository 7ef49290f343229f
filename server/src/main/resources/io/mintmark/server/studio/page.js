// What pages are made of. Every text becomes a text node, so no name or document is ever markup.

import { ago, exactly } from "./words.js";

export function h(name, facts = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(facts)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value != null) made.setAttribute(key, value);
  }
  made.append(...children.flat(Infinity).filter(child => child != null && child !== false));
  return made;
}

export function svg(name, facts, ...children) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(facts)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

export function tell(text) {
  const news = document.getElementById("news");
  news.textContent = text;
  clearTimeout(tell.last);
  tell.last = setTimeout(() => { news.textContent = ""; }, 8000);
}

// Looks again and again while somebody can see it, never twice at a time. A session that ended leads to the door.
export function repeat(look, millis) {
  let isAsking = false;
  const timer = setInterval(async () => {
    if (document.hidden || isAsking) return;
    isAsking = true;
    try {
      await look();
    } catch (failure) {
      if (failure.status === 403) dispatchEvent(new HashChangeEvent("hashchange"));
      else tell(failure.message);
    } finally {
      isAsking = false;
    }
  }, millis);
  return () => clearInterval(timer);
}

// A button that is busy until what it does is done, and shows beside it why that failed.
export function button(text, does, kind = "") {
  const why = h("span", { class: "bad", role: "alert" });
  const made = h("button", { type: "button", class: kind, onclick: () => run(made, why, does) }, text);
  return h("span", {}, made, " ", why);
}

async function run(made, why, does) {
  made.disabled = true;
  why.textContent = "";
  try {
    await does();
  } catch (failure) {
    why.textContent = failure.message;
  } finally {
    made.disabled = false;
  }
}

// What cannot be undone asks twice.
export function danger(text, question, does) {
  const asked = h("span", {});
  const first = h("button", { type: "button", class: "danger", onclick: () => {
    const sure = button(question, does, "danger");
    asked.replaceChildren(sure, h("button", { type: "button", class: "second", onclick: calm }, "No"));
    sure.querySelector("button").focus();
  } }, text);
  const calm = () => { asked.replaceChildren(first); first.focus(); };
  asked.append(first);
  return asked;
}

export function field(label, facts = {}, wide = false) {
  const input = h(facts.rows ? "textarea" : "input", { spellcheck: "false", autocomplete: "off", ...facts });
  return Object.assign(h("label", { class: wide ? "wide" : "" }, label, input), { input });
}

export function choice(label, values, chosen, shown = value => value) {
  const input = h("select", {}, values.map(value => h("option", { value, selected: value === chosen }, shown(value))));
  return Object.assign(h("label", {}, label, input), { input });
}

// A form that is sent by its button or the Enter key.
export function form(text, does, ...fields) {
  const sent = button(text, does);
  sent.querySelector("button").type = "submit";
  const made = h("form", { onsubmit: event => event.preventDefault() }, fields, sent);
  return made;
}

export function table(heads, rows, none) {
  if (!rows.length) return h("p", { class: "quiet" }, none);
  const kind = head => (head.startsWith("#") ? "number" : "");
  return h("div", { class: "scroll" }, h("table", {},
    h("thead", {}, h("tr", {}, heads.map(head => h("th", { scope: "col", class: kind(head) }, head.replace("#", ""))))),
    h("tbody", {}, rows.map(row => h("tr", {}, row.map((cell, i) => h("td", { class: kind(heads[i]) }, cell)))))));
}

export const moment = text => h("time", { datetime: text, title: exactly(text) }, ago(text));
export const id = text => h("span", { class: "id" }, text);
export const at = (...parts) => "#/" + parts.map(encodeURIComponent).join("/");
export const link = (text, ...parts) => h("a", { href: at(...parts), class: "id" }, text);
export const strip = facts => h("dl", { class: "strip" },
  facts.filter(fact => fact).map(([name, value, kind]) => h("div", {}, h("dt", {}, name), h("dd", { class: kind ?? "" }, value))));
