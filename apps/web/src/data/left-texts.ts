import { useEffect, useRef } from 'react'

/** One entry per text, so that tabs do not write over each other's. */
const PREFIX = 'cairn.text '
const MAX_AGE_MS = 30 * 86_400_000
/** Of all texts together, in characters: browsers store about five million. */
const MAX_LENGTH = 2_000_000

interface LeftText {
  text: string
  /** The stored value when typing began. */
  base: string | undefined
  /** Time of the last edit. */
  at: number
}

// The owner is part of the key, so other accounts never read it.
const prefixOf = (owner: string) => `${PREFIX}${owner} `
const keyOf = (name: string, owner: string) => prefixOf(owner) + name

function parse(stored: string | null): LeftText | undefined {
  try {
    const entry = JSON.parse(stored ?? 'null') as Partial<Record<keyof LeftText, unknown>> | null
    const { text, base, at } = entry ?? {}
    if (typeof text !== 'string' || typeof at !== 'number') return undefined
    if (Date.now() - at > MAX_AGE_MS) return undefined
    return { text, at, base: typeof base === 'string' ? base : undefined }
  } catch {
    return undefined
  }
}

const storedKeys = () =>
  Array.from({ length: localStorage.length }, (_, n) => localStorage.key(n) ?? '').filter((key) =>
    key.startsWith(PREFIX),
  )

/** Removes expired texts, and then the oldest until this many characters fit. */
function makeRoom(needed: number) {
  let length = needed
  const entries = storedKeys().map((key) => {
    const stored = localStorage.getItem(key)
    return { key, length: stored?.length ?? 0, at: parse(stored)?.at ?? 0 }
  })
  for (const entry of entries.sort((one, other) => other.at - one.at)) {
    length += entry.length
    if (entry.at === 0 || length > MAX_LENGTH) localStorage.removeItem(entry.key)
  }
}

// The scripts of a page that was left run a little longer, and its aborted requests reopen forms: those
// must not remove what is stored, nor store what was sent.
let isGone = false
globalThis.addEventListener?.('pagehide', () => {
  isGone = true
})
globalThis.addEventListener?.('pageshow', () => {
  isGone = false
})

/** Stores a text that the server does not have yet, from the first key on. */
export function leaveText(name: string, owner: string, text: string, base?: string) {
  if (isGone) return
  const key = keyOf(name, owner)
  const entry = JSON.stringify({ text, base, at: Date.now() })
  try {
    if (localStorage.getItem(key) === null) makeRoom(entry.length)
    localStorage.setItem(key, entry)
  } catch {
    // Full, or refused in some private windows: then it lasts as long as the page.
  }
}

/**
 * Stores a text that was sent, until the server responds: a reload would abort the request and lose it.
 * Returns a function to call with the response; it removes the text, unless a later one took its place.
 */
export function leaveUnanswered(name: string, owner: string, text: string): () => void {
  leaveText(name, owner, text)
  return () => {
    if (readLeftText(name, owner) === text) takeLeftText(name, owner)
  }
}

/** A text this user typed there that the server does not have. */
function readLeft(name: string, owner: string): LeftText | undefined {
  try {
    return parse(localStorage.getItem(keyOf(name, owner)))
  } catch {
    return undefined
  }
}

export const readLeftText = (name: string, owner: string) => readLeft(name, owner)?.text

/**
 * The same for autosaved text: undefined if the server has it by now. `isSafe`: the stored value has not
 * changed since this was typed.
 */
export function readLeftChange(
  name: string,
  owner: string,
  current: string,
  isSame = (one: string, other: string) => one === other,
) {
  const left = readLeft(name, owner)
  if (!left) return undefined
  if (!isSame(left.text, current)) return { ...left, isSafe: left.base === current }
  takeLeftText(name, owner)
  return undefined
}

export function anyLeftText(owner: string): boolean {
  try {
    return storedKeys().some((key) => key.startsWith(prefixOf(owner)))
  } catch {
    return false
  }
}

/** At sign-out, removes everything but the texts of other users, which only they can read. */
export function clearStorageOf(owner: string | undefined) {
  // Text typed from now on is no longer stored.
  isGone = true
  const isStored = (key: string) =>
    owner !== undefined && key.startsWith(PREFIX) && !key.startsWith(prefixOf(owner))
  for (const key of Object.keys(localStorage)) {
    if (!isStored(key)) localStorage.removeItem(key)
  }
}

/** Removes a stored text: it was sent, or discarded. */
export function takeLeftText(name: string, owner: string) {
  if (isGone) return
  try {
    localStorage.removeItem(keyOf(name, owner))
  } catch {}
}

/** Stores text typed here and not sent yet; `typed` returns undefined if there is none. */
export function useLeaveText(
  name: string,
  owner: string,
  typed: () => string | undefined,
  base?: string,
) {
  const stored = useRef<{ name: string; text: string | undefined }>({ name, text: undefined })
  useEffect(() => {
    if (stored.current.name !== name) stored.current = { name, text: undefined }
    const text = typed()
    if (text === stored.current.text || isGone) return
    stored.current.text = text
    if (text === undefined) takeLeftText(name, owner)
    else leaveText(name, owner, text, base)
  })
}
