import { whenQuiet } from '#ui/when-quiet.ts'
import { onAnswer } from './api.ts'
import { keepAnswers } from './kept-answers.ts'

/** So many addresses are remembered, and no longer answers than this. */
const MOST = 120
const LONGEST = 300_000
/** Several answers are written at once, when nothing else is to be done. */
const REST_MS = 2_000

/** Parts of long lists, and what was searched for, are of no use later. */
const passing = /[?&](cursor|search|query)=/

let waiting = new Map<string, unknown>()
let scheduled = false

function write(user_id: string) {
  scheduled = false
  const news = new Map([...waiting].filter(([, answer]) => sizeOf(answer) <= LONGEST))
  waiting = new Map()
  void keepAnswers(user_id, news, MOST).catch(() => undefined)
}

const sizeOf = (answer: unknown) => JSON.stringify(answer).length

/** From here on the last answers, and the application itself, are there without a network. */
export async function workOffline(user_id: string) {
  // Nothing opens offline without one, so nothing need be kept.
  if (!('serviceWorker' in navigator)) return
  await navigator.serviceWorker.register('/sw.js')
  const { active } = await navigator.serviceWorker.ready
  const files = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname)
  active?.postMessage(files.filter((file) => file.startsWith('/assets/')))
  onAnswer((url, answer) => {
    if (passing.test(url)) return
    waiting.set(url, answer)
    if (scheduled) return
    scheduled = true
    setTimeout(() => whenQuiet(() => write(user_id)), REST_MS)
  })
}
