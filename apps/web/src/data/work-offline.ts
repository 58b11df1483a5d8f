import { whenQuiet } from '#ui/platform/when-quiet.ts'
import { onAnswer } from './api.ts'
import { cacheAnswers, isFreeFor } from './cache-answers.ts'

/** Limits: number of URLs, and characters per response. */
const MAX = 120
const MAX_LENGTH = 300_000
/** Responses are written in batches, when the page is idle. */
const REST_MS = 2_000

/** Later pages of long lists and search results are not worth caching. */
const passing = /[?&](cursor=\d+(:|%3A)(?!0\b)|search=|query=)/

let waiting = new Map<string, unknown>()
let scheduled = false

/**
 * The current HTML, shown until the screen is loaded again; not if scrolled, as half of it would be
 * missing.
 */
function lookNow() {
  const root = document.getElementById('root')
  const boxes = root?.querySelectorAll('.overflow-auto, .overflow-y-auto') ?? []
  if (!root || [...boxes].some(({ scrollTop }) => scrollTop > 0)) return undefined
  const path = location.pathname + location.search
  // Ids must be unique, and this is a copy.
  return { path, html: root.innerHTML.replaceAll(/ id="[^"]*"/g, '') }
}

const filesIn = (resources: readonly PerformanceEntry[]) =>
  resources.map(({ name }) => new URL(name).pathname).filter((path) => path.startsWith('/assets/'))

/** Caches the files this page has loaded so far, and its current HTML, for offline use. */
function saveFiles(worker: ServiceWorker) {
  const files = filesIn(performance.getEntriesByType('resource'))
  worker.postMessage({ files, look: lookNow() })
}

/** Also saves files that are loaded without a request to the API, as by opening a menu. */
function saveLaterFiles(worker: ServiceWorker) {
  let isDue = false
  function save() {
    isDue = false
    saveFiles(worker)
  }
  const observer = new PerformanceObserver((list) => {
    if (isDue || filesIn(list.getEntries()).length === 0) return
    isDue = true
    setTimeout(() => whenQuiet(save), REST_MS)
  })
  observer.observe({ type: 'resource' })
}

async function write(user_id: string, worker: ServiceWorker) {
  scheduled = false
  const news = new Map([...waiting].filter(([, answer]) => sizeOf(answer) <= MAX_LENGTH))
  waiting = new Map()
  const isCached = await cacheAnswers(user_id, news, MAX).catch(() => false)
  if (isCached) saveFiles(worker)
}

const sizeOf = (answer: unknown) => JSON.stringify(answer).length

/**
 * From here on the last responses and the application are cached for offline use. Returns a
 * function to save what is loaded later; undefined if nothing is cached.
 */
export async function workOffline(user_id: string) {
  // Without a service worker nothing opens offline, so nothing needs caching.
  if (!('serviceWorker' in navigator)) return
  await navigator.serviceWorker.register('/sw.js')
  const { active } = await navigator.serviceWorker.ready
  if (!active) return
  // Another user never signed out here: their cached screens are removed first.
  if (!(await isFreeFor(user_id))) active.postMessage('forget')
  onAnswer((url, answer) => {
    if (passing.test(url)) return
    waiting.set(url, answer)
    if (scheduled) return
    scheduled = true
    setTimeout(() => whenQuiet(() => void write(user_id, active)), REST_MS)
  })
  saveLaterFiles(active)
  return () => saveFiles(active)
}
