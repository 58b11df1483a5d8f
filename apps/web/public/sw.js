// Keeps the application itself, so that it opens where there is no network, and how its screens last
// looked. What they are made of is kept by the page (src/data/kept-answers.ts); nothing of the API is
// ever answered from here.
const PAGE = '/index.html'
const LOOK = '/last-look'
const MOST_LOOKS = 20
const NAME = 'cairn '
const elsewhere = /^\/(api|auth|health|live|spaces|god-mode)(\/|$)|\.\w+$/

/** The page and the files it names are kept together, or not at all: never a mix of two builds. */
async function keep({ files: more, look }) {
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
  if (!look) return
  // With the build it was drawn by: another may draw otherwise. The oldest go first.
  await cache.delete(LOOK + look.path)
  await cache.put(LOOK + look.path, new Response(look.html))
  const looks = (await cache.keys()).filter(({ url }) => new URL(url).pathname.startsWith(LOOK))
  for (const old of looks.slice(0, -MOST_LOOKS)) await cache.delete(old)
}

async function forget() {
  for (const name of await caches.keys()) if (name.startsWith(NAME)) await caches.delete(name)
}

const kept = (request) => caches.match(request, { ignoreVary: true })

async function openScreen(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request))
  } catch {
    return openKept(new URL(event.request.url))
  }
}

/** The page, and over it how this screen last looked, until it stands again. */
async function openKept({ pathname, search }) {
  const page = await kept(PAGE)
  const look = await kept(LOOK + pathname + search)
  if (!page || !look) return page ?? Response.error()
  const [start, end] = (await page.text()).split('<div id="root">')
  const last = `<div id="last-look" inert aria-hidden="true">${await look.text()}</div>`
  return new Response(`${start}${last}<div id="root">${end}`, { headers: page.headers })
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
// One after the other: what is forgotten must not come back by what was still being kept.
let line = Promise.resolve()
addEventListener('message', (event) => {
  const next = () => (event.data === 'forget' ? forget() : keep(event.data))
  line = line.then(next).catch(() => undefined)
  event.waitUntil(line)
})
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
