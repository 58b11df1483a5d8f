/** Small things a browser remembers. Private windows may refuse: then they last as long as the page. */
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
