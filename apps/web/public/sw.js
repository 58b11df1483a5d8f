// Keeps the application itself, so that it opens where there is no network. What people see in it is
// kept by the page (src/data/kept-answers.ts); nothing of the API is ever answered from here.
const PAGE = '/index.html'
const NAME = 'cairn '
const elsewhere = /^\/(api|auth|health|live|spaces|god-mode)(\/|$)|\.\w+$/

/** The page and the files it names are kept together, or not at all: never a mix of two builds. */
async function keep(more) {
  const answer = await fetch(PAGE, { cache: 'no-cache' })
  if (!answer.ok) return
  const html = await answer.clone().text()
  const files = ['/theme.js', ...new Set(html.match(/\/assets\/[\w.-]+/g))]
  const name = NAME + files.join()
  const cache = await caches.open(name)
  if (!(await cache.match(PAGE))) {
    await cache.addAll(files)
    await cache.put(PAGE, answer)
  }
  for (const old of await caches.keys()) {
    if (old.startsWith(NAME) && old !== name) await caches.delete(old)
  }
  for (const file of more) {
    if (!(await cache.match(file))) await cache.add(file).catch(() => undefined)
  }
}

const kept = (request) => caches.match(request, { ignoreVary: true })

async function openScreen(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request))
  } catch {
    return (await kept(PAGE)) ?? Response.error()
  }
}

// Built files carry their content's hash in their names: what is kept is what would come.
const bring = async (request) => (await kept(request)) ?? fetch(request)

const ask = async (request) => {
  try {
    return await fetch(request)
  } catch {
    return (await kept(request)) ?? Response.error()
  }
}

addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([clients.claim(), registration.navigationPreload?.enable()]))
})
addEventListener('message', (event) => event.waitUntil(keep(event.data)))
addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (origin !== location.origin || request.method !== 'GET') return
  if (request.mode === 'navigate') {
    if (!elsewhere.test(pathname)) event.respondWith(openScreen(event))
  } else if (pathname.startsWith('/assets/')) {
    event.respondWith(bring(request))
  } else if (pathname === '/theme.js') {
    event.respondWith(ask(request))
  }
})
