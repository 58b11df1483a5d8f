import { lookup } from '@cairn/contract'
import { useEffect, useLayoutEffect, useRef } from 'react'

/** Of this tab only, and gone with it. */
const KEY = 'cairn.texts'

interface Left {
  /** Whose they are: nobody else finds them here. */
  owner: string
  texts: Record<string, string>
}

interface Field {
  owner: string
  /** What is typed and not sent yet; undefined where there is nothing to keep. */
  typed: () => string | undefined
  /** Autosaved: it is sent on unload, and stored only when the session has ended. */
  savesItself: boolean
}

const fields = new Map<string, Field>()
let ending = false

function read(): Left | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

function write(left: Left | undefined) {
  try {
    if (left && Object.keys(left.texts).length > 0) {
      sessionStorage.setItem(KEY, JSON.stringify(left))
    } else sessionStorage.removeItem(KEY)
  } catch {}
}

/** Stores a text that is in no field any more: it was sent, and refused because the session ended. */
export function leaveText(name: string, owner: string, text: string) {
  const before = read()
  const texts = before?.owner === owner ? before.texts : {}
  write({ owner, texts: { ...texts, [name]: text } })
}

/**
 * Stores a text that was sent, until the server responds: a reload would abort the request and lose it.
 * Returns a function to call with the response; it removes the text, unless a later one took its place.
 */
export function leaveUnanswered(name: string, owner: string, text: string): () => void {
  leaveText(name, owner, text)
  return () => {
    if (readLeftText(name, owner) === text) takeLeftText(name)
  }
}

function leaveTexts() {
  for (const [name, { owner, typed, savesItself }] of fields) {
    const text = savesItself && !ending ? undefined : typed()
    if (text !== undefined) leaveText(name, owner, text)
  }
}

// On reload or navigation away, unsent texts are stored in this tab. The page's scripts run a little
// longer, and its aborted requests reopen forms; those must not remove what was just stored.
let isGone = false
globalThis.addEventListener?.('pagehide', () => {
  leaveTexts()
  isGone = true
})
globalThis.addEventListener?.('pageshow', () => {
  isGone = false
})

/** The session has ended and the page is about to unload: stores all texts, and skips the leave prompt. */
export function endWriting() {
  ending = true
  leaveTexts()
}

/** The texts are stored already, so no prompt is needed before unloading. */
export const isEnding = () => ending

/** What this person was writing there when the page went. */
export function readLeftText(name: string, owner: string): string | undefined {
  const left = read()
  if (!left || left.owner === owner) return left && lookup(left.texts, name)
  write(undefined)
  return undefined
}

export const anyLeftText = () => read() !== undefined

/** Signing out leaves nothing behind in this tab. */
export function forgetLeftTexts() {
  fields.clear()
  write(undefined)
}

/** Removes a stored text. */
export function takeLeftText(name: string) {
  const left = isGone ? undefined : read()
  if (!left) return
  const { [name]: _taken, ...texts } = left.texts
  write({ ...left, texts })
}

/** Stores what is typed here when the page goes. What was left here before is taken by now. */
export function useLeaveText(
  name: string,
  owner: string,
  typed: () => string | undefined,
  { savesItself = false } = {},
) {
  const latest = useRef(typed)
  useLayoutEffect(() => {
    latest.current = typed
  })
  useEffect(() => {
    takeLeftText(name)
    const field = { owner, typed: () => latest.current(), savesItself }
    fields.set(name, field)
    return () => {
      if (fields.get(name) === field) fields.delete(name)
    }
  }, [name, owner, savesItself])
}
