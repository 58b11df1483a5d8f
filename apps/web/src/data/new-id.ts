// `crypto.randomUUID` is missing where a server is reached without TLS.
const bytesOf = () => crypto.getRandomValues(new Uint8Array(16))

/** The id of a new entity, shown and linked before the server has responded. */
export function newId(): string {
  const bytes = bytesOf()
  const hex = Array.from(bytes, (byte, index) => {
    if (index === 6) return 0x40 | (byte & 0x0f)
    return index === 8 ? 0x80 | (byte & 0x3f) : byte
  }).map((byte) => byte.toString(16).padStart(2, '0'))
  const part = (from: number, to: number) => hex.slice(from, to).join('')
  return [part(0, 4), part(4, 6), part(6, 8), part(8, 10), part(10, 16)].join('-')
}
