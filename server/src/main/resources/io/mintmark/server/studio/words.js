// Amounts and times as people read them.

const NUMBERS = new Intl.NumberFormat("en");
const MOMENTS = new Intl.DateTimeFormat(undefined, { dateStyle: "medium", timeStyle: "medium" });
const STEPS = [[31_557_600, "year"], [86400, "day"], [3600, "hour"], [60, "minute"], [1, "second"]];

export const number = value => NUMBERS.format(value);
export const many = (value, one, more = `${one}s`) => `${number(value)} ${value === 1 ? one : more}`;

export const bytes = value => {
  const units = ["KiB", "MiB", "GiB", "TiB"];
  let step = -1;
  for (; value >= 1024 && step < units.length - 1; step++) value /= 1024;
  return step < 0 ? many(value, "byte") : `${value.toFixed(1)} ${units[step]}`;
};

export const duration = seconds => {
  const [size, name] = STEPS.find(([size]) => Math.abs(seconds) >= size) ?? STEPS.at(-1);
  return many(Math.floor(Math.abs(seconds) / size), name);
};

// A moment beside the present one; its exact form is what a reader gets who points at it.
export const ago = text => {
  const seconds = (Date.now() - Date.parse(text)) / 1000;
  if (Math.abs(seconds) < 1) return "just now";
  return seconds >= 0 ? `${duration(seconds)} ago` : `in ${duration(seconds)}`;
};

export const exactly = text => MOMENTS.format(new Date(text));
