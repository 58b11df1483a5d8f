// Shows push messages. Caches the application's files, so that it opens without a network, and the
// last HTML of its screens. API responses are cached by the page (src/data/cached-answers.ts), never
// served from here.
const PAGE = '/index.html'
const LOOK = '/last-look'
const MAX_LOOKS = 20
const NAME = 'cairn '
const elsewhere = /^\/(api|auth|health|live|spaces|god-mode)(\/|$)|\.\w+$/

/** Caches the page together with the files it names, or nothing: never a mix of two builds. */
async function cachePages({ files: more, look }) {
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
  // Stored with the build that rendered it; the oldest are removed first.
  await cache.delete(LOOK + look.path)
  await cache.put(LOOK + look.path, new Response(look.html))
  const looks = (await cache.keys()).filter(({ url }) => new URL(url).pathname.startsWith(LOOK))
  for (const old of looks.slice(0, -MAX_LOOKS)) await cache.delete(old)
}

async function forget() {
  await navigator.clearAppBadge?.().catch(() => undefined)
  for (const name of await caches.keys()) if (name.startsWith(NAME)) await caches.delete(name)
}

const cached = (request) => caches.match(request, { ignoreVary: true })

async function cachedFiles() {
  const names = (await caches.keys()).filter((name) => name.startsWith(NAME))
  const all = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
  return all.flat().map(({ url }) => new URL(url).pathname)
}

async function openScreen(event) {
  try {
    return (await event.preloadResponse) ?? (await fetch(event.request))
  } catch {
    return openCached(new URL(event.request.url))
  }
}

/** The page with the last HTML of this screen over it, until the screen is rendered again. */
async function openCached({ pathname, search }) {
  const page = await cached(PAGE)
  const look = await cached(LOOK + pathname + search)
  if (!page || !look) return page ?? Response.error()
  const [start, end] = (await page.text()).split('<div id="root">')
  // The page only has the style of the first screens.
  const style = (await cachedFiles()).find((file) => /\/whole-[^/]+\.css$/.test(file))
  const link = style ? `<link rel="stylesheet" href="${style}">` : ''
  const last = `<div id="last-look" inert aria-hidden="true">${await look.text()}</div>`
  return new Response(`${start}${link}${last}<div id="root">${end}`, { headers: page.headers })
}

// Built files have a content hash in their names, so a cached file never differs.
const bring = async (request) => (await cached(request)) ?? fetch(request)

const ask = async (request) => {
  try {
    return await fetch(request)
  } catch {
    return (await cached(request)) ?? Response.error()
  }
}

/** Whether this URL shows the item: its own page, or a list of the same workspace with its peek. */
function shows(address, { url, key }) {
  const { pathname, searchParams } = new URL(address)
  if (pathname === url) return true
  const workspace = url.slice(0, url.indexOf('/', 1) + 1)
  return key !== undefined && pathname.startsWith(workspace) && searchParams.get('peekId') === key
}

/** `client.url` does not change with the screen in every browser, so the page is asked. */
const urlOf = (client) =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = ({ data }) => resolve(data)
    // A page that is still loading does not answer.
    setTimeout(resolve, 1_000, client.url)
    client.postMessage({ asksUrl: true }, [port2])
  })

async function windows() {
  const all = await clients.matchAll({ type: 'window', includeUncontrolled: true })
  return Promise.all(all.map(async (client) => ({ client, url: await urlOf(client) })))
}

const isVisible = ({ client }) => client.visibilityState === 'visible'

/** Shows a push message, unless a visible window shows its item. */
async function notify(message) {
  const { title, body, tag, url, unread } = message
  if (unread !== undefined) await navigator.setAppBadge?.(unread).catch(() => undefined)
  if ((await windows()).some((one) => isVisible(one) && shows(one.url, message))) return
  const icons = { icon: '/icons/icon-192.png', badge: '/icons/badge-96.png' }
  await registration.showNotification(title, { body, tag, renotify: true, ...icons, data: { url } })
}

/** Focuses a window that shows the URL, else navigates an open window, else opens a new one. */
async function openUrl(url) {
  const own = (await windows()).filter((one) => !elsewhere.test(new URL(one.url).pathname))
  const there = own.find((one) => shows(one.url, { url }))
  const { client } = there ?? own.find(isVisible) ?? own[0] ?? {}
  if (!client) return clients.openWindow(url)
  await client.focus().catch(() => undefined)
  if (!there) client.postMessage({ open: url })
}

addEventListener('push', (event) => {
  if (event.data) event.waitUntil(notify(event.data.json()))
})
addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(openUrl(event.notification.data.url))
})
addEventListener('install', () => skipWaiting())
addEventListener('activate', (event) => {
  event.waitUntil(Promise.all([clients.claim(), registration.navigationPreload?.enable()]))
})
// In order: a pending write must not restore what was removed.
let line = Promise.resolve()
addEventListener('message', (event) => {
  const next = () => (event.data === 'forget' ? forget() : cachePages(event.data))
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
