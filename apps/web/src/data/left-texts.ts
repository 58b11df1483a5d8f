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

/** Stores a text that no field holds any more: it was sent, and refused because the session ended. */
export function leaveText(name: string, owner: string, text: string) {
  const before = read()
  const texts = before?.owner === owner ? before.texts : {}
  write({ owner, texts: { ...texts, [name]: text } })
}

function leaveTexts() {
  for (const [name, { owner, typed }] of fields) {
    const text = typed()
    if (text !== undefined) leaveText(name, owner, text)
  }
}

/**
 * The session is over, and the page is about to go: what is being written waits in this tab until who
 * wrote it is back. Looked at again when the page goes, for what a refused request gave back meanwhile.
 */
export function endWriting() {
  if (!ending) globalThis.addEventListener?.('pagehide', leaveTexts)
  ending = true
  leaveTexts()
}

/** Nothing is lost by leaving then: nobody need be asked. */
export const isEnding = () => ending

/** What this person was writing there when their session ended. */
export function readLeftText(name: string, owner: string): string | undefined {
  const left = read()
  if (!left || left.owner === owner) return left && lookup(left.texts, name)
  write(undefined)
  return undefined
}

export const anyLeftText = () => read() !== undefined

export const forgetLeftTexts = () => write(undefined)

function take(name: string) {
  const left = read()
  if (!left) return
  const { [name]: _taken, ...texts } = left.texts
  write({ ...left, texts })
}

/** Keeps what is typed here for when the session ends. What was left here before is taken by now. */
export function useLeaveText(name: string, owner: string, typed: () => string | undefined) {
  const latest = useRef(typed)
  useLayoutEffect(() => {
    latest.current = typed
  })
  useEffect(() => {
    take(name)
    const field = { owner, typed: () => latest.current() }
    fields.set(name, field)
    return () => {
      if (fields.get(name) === field) fields.delete(name)
    }
  }, [name, owner])
}
