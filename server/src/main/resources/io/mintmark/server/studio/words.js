// Amounts and times as people read them.

const NUMBERS = new Intl.NumberFormat("en");
const STEPS = [[31_557_600, "year"], [86400, "day"], [3600, "hour"], [60, "minute"], [1, "second"]];

export const number = value => NUMBERS.format(value);

export const bytes = value => {
  const units = ["bytes", "KiB", "MiB", "GiB", "TiB"];
  let step = 0;
  for (; value >= 1024 && step < units.length - 1; step++) value /= 1024;
  return `${step ? value.toFixed(1) : value} ${units[step]}`;
};

export const duration = seconds => {
  const [size, name] = STEPS.find(([size]) => Math.abs(seconds) >= size) ?? STEPS.at(-1);
  const count = Math.floor(Math.abs(seconds) / size);
  return `${number(count)} ${name}${count === 1 ? "" : "s"}`;
};

// A moment beside the present one; its exact form is what a reader gets who points at it.
export const ago = text => {
  const seconds = (Date.now() - Date.parse(text)) / 1000;
  return seconds >= 0 ? `${duration(seconds)} ago` : `in ${duration(seconds)}`;
};
