import { whenQuiet } from '#ui/platform/when-quiet.ts'
import { onAnswer } from './api.ts'
import { cacheAnswers, isFreeFor } from './cached-answers.ts'

/** So many addresses are remembered, and no longer answers than this. */
const MAX = 120
const MAX_LENGTH = 300_000
/** Several answers are written at once, when nothing else is to be done. */
const REST_MS = 2_000

/** Parts of long lists, and what was searched for, are of no use later. */
const passing = /[?&](cursor|search|query)=/

let waiting = new Map<string, unknown>()
let scheduled = false

/** The screen as it stands, for the moment until it stands again; scrolled, half of it would be missing. */
function lookNow() {
  const root = document.getElementById('root')
  const boxes = root?.querySelectorAll('.overflow-auto, .overflow-y-auto') ?? []
  if (!root || [...boxes].some(({ scrollTop }) => scrollTop > 0)) return undefined
  const path = location.pathname + location.search
  // Names are for one of a kind, which this is not.
  return { path, html: root.innerHTML.replaceAll(/ id="[^"]*"/g, '') }
}

async function write(user_id: string, worker: ServiceWorker) {
  scheduled = false
  const news = new Map([...waiting].filter(([, answer]) => sizeOf(answer) <= MAX_LENGTH))
  waiting = new Map()
  const isCached = await cacheAnswers(user_id, news, MAX).catch(() => false)
  if (!isCached) return
  const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
  const files = loaded.filter((file) => file.startsWith('/assets/'))
  worker.postMessage({ files, look: lookNow() })
}

const sizeOf = (answer: unknown) => JSON.stringify(answer).length

/** From here on the last answers, and the application itself, are there without a network. */
export async function workOffline(user_id: string) {
  // Nothing opens offline without one, so nothing need be kept.
  if (!('serviceWorker' in navigator)) return
  await navigator.serviceWorker.register('/sw.js')
  const { active } = await navigator.serviceWorker.ready
  if (!active) return
  // Somebody was here before who never signed out: how their screens looked goes first.
  if (!(await isFreeFor(user_id))) active.postMessage('forget')
  onAnswer((url, answer) => {
    if (passing.test(url)) return
    waiting.set(url, answer)
    if (scheduled) return
    scheduled = true
    setTimeout(() => whenQuiet(() => void write(user_id, active)), REST_MS)
  })
}
