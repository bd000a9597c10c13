// Texts in the player's language: the one chosen before, else the browser's, else English.

/** What each language calls itself, by its code; the table writes it into the page. */
export const LANGUAGES = JSON.parse(document.documentElement.dataset.languages ?? "{}");
const KEPT = "boardpi.language";

let language = "en";
let texts = {};

export function currentLanguage() {
  return language;
}

/** English where the wanted one does not come; raises if neither does. */
export async function loadTexts(wanted) {
  const found = wanted ?? preferredLanguage();
  const wishes = [found in LANGUAGES ? found : "en", "en"];
  [language, texts] = await load(wishes[0]).catch(() => load(wishes[1]));
  document.documentElement.lang = language;
}

export async function chooseLanguage(wanted) {
  keep(KEPT, wanted);
  await loadTexts(wanted);
}

/** Texts that only some places say, loaded when somebody goes there. */
export async function loadMore(subject) {
  const more = await fetchTexts(`${subject}.${language}`);
  texts = { ...texts, ...more };
}

/** The text of a key with its {placeholders} filled; `count` picks a plural form where there is one. */
export function t(key, facts = {}) {
  let text = texts[key];
  if (text === undefined) return key;
  if (typeof text === "object") text = text[pluralForm(facts.count)] ?? text.other;
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(facts[name] ?? whole));
}

export function hasText(key) {
  return key in texts;
}

/** The name of a table, or nothing for one that nobody has named: it is called Table, in English. */
export function tableName(name) {
  return name === "Table" ? "" : name;
}

export function number(value) {
  return new Intl.NumberFormat(regional()).format(value);
}

export function day(iso) {
  if (!iso) return "–";
  const date = new Date(iso.length === 10 ? `${iso}T12:00:00` : iso);
  return new Intl.DateTimeFormat(regional(), { dateStyle: "medium" }).format(date);
}

export function timeOf(iso) {
  return new Intl.DateTimeFormat(regional(), { timeStyle: "short" }).format(new Date(iso));
}

export function moment(iso) {
  if (!iso) return "–";
  const style = { dateStyle: "medium", timeStyle: "short" };
  return new Intl.DateTimeFormat(regional(), style).format(new Date(iso));
}

export function clock(ms) {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  const pad = (value) => String(value).padStart(2, "0");
  return hours
    ? `${hours}:${pad(minutes)}:${pad(seconds % 60)}`
    : `${minutes}:${pad(seconds % 60)}`;
}

/** What a browser remembers between visits; a browser that keeps nothing still works. */
export function keep(name, value) {
  try {
    localStorage.setItem(name, value);
  } catch {
    // private windows may refuse; the choice then lasts as long as the page
  }
}

export function kept(name) {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

async function load(name) {
  return [name, await fetchTexts(name)];
}

async function fetchTexts(name) {
  const address = new URL(`../texts/${name}.json`, import.meta.url);
  const answer = await fetch(address).catch(() => fetch(address)); // a line may fail once
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer.json();
}

/** Days and hours as the reader's country writes them, if the browser knows it. */
function regional() {
  return navigator.languages.find((tag) => tag.split("-")[0] === language) ?? language;
}

function pluralForm(count) {
  return new Intl.PluralRules(language).select(Number(count));
}

function preferredLanguage() {
  const chosen = kept(KEPT);
  if (chosen in LANGUAGES) return chosen;
  const asked = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase());
  return asked.find((tag) => tag in LANGUAGES) ?? "en";
}
