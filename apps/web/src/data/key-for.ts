const keys = new WeakMap<object, string>()

// `crypto.randomUUID` is missing where a server is reached without TLS.
const newKey = () => Array.from(crypto.getRandomValues(new Uint32Array(4)), toText).join('-')
const toText = (part: number) => part.toString(36)

/** What tells the server that two requests are for one thing: the same key for the same wish. */
export function keyFor(wish: object): string {
  const key = keys.get(wish) ?? newKey()
  keys.set(wish, key)
  return key
}
