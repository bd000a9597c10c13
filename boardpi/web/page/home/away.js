// The table is away: say it in the reader's language, and go back when it answers.

const LOOK_MS = 3000;
const sentences = [...document.querySelectorAll("main p[lang]")];
const wishes = [kept(), ...navigator.languages.map((tag) => tag.slice(0, 2))];
const wanted = wishes.find((code) => sentences.some(({ lang }) => lang === code));

if (wanted) document.documentElement.lang = wanted;
for (const one of sentences) one.hidden = Boolean(wanted) && one.lang !== wanted;
setTimeout(look, LOOK_MS);

async function look() {
  const isBack = await fetch("/api/v1/session", { cache: "no-store" }).then(
    () => true,
    () => false,
  );
  if (isBack) location.reload();
  else setTimeout(look, LOOK_MS);
}

function kept() {
  try {
    return localStorage.getItem("boardpi.language");
  } catch {
    return null;
  }
}
