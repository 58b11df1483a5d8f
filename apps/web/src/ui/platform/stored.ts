import { useState } from 'react'

/**
 * Small values stored by the browser. Private windows may refuse: then they last as long as the
 * page.
 */
export function readStored<Value>(key: string, fallback: Value): Value {
  try {
    const text = localStorage.getItem(key)
    return text === null ? fallback : (JSON.parse(text) as Value)
  } catch {
    return fallback
  }
}

export function writeStored(key: string, value: unknown) {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {}
}

/** State that survives a reload. */
export function useStored<Value>(key: string, fallback: Value) {
  const [value, setValue] = useState(() => readStored(key, fallback))
  function change(next: Value) {
    writeStored(key, next)
    setValue(next)
  }
  return [value, change] as const
}
