// For a page on a home screen: when the table does not answer, say so. Code of the page is never kept
// here: whatever is not this one sentence comes from the table or not at all.

const SHELL = ["/away", "/page/home/away.css", "/page/home/away.js", "/page/icon.svg"];
const KEPT = SHELL[1]; // its address has the version of the page: another one is another cache

self.addEventListener("install", (event) => event.waitUntil(keepShell()));
self.addEventListener("activate", (event) => event.waitUntil(forgetOlder()));
self.addEventListener("fetch", (event) => {
  const { pathname, origin } = new URL(event.request.url);
  if (event.request.mode === "navigate") event.respondWith(goThere(event.request));
  else if (origin === location.origin && SHELL.includes(pathname)) event.respondWith(find(event.request));
});

async function keepShell() {
  const cache = await caches.open(KEPT);
  await cache.addAll(SHELL.map((path) => new Request(path, { cache: "reload" })));
  await self.skipWaiting();
}

async function forgetOlder() {
  for (const name of await caches.keys()) if (name !== KEPT) await caches.delete(name);
  await self.clients.claim();
}

async function goThere(request) {
  try {
    return await fetch(request);
  } catch {
    return (await caches.match("/away")) ?? Response.error();
  }
}

async function find(request) {
  return (await caches.match(request)) ?? fetch(request);
}
