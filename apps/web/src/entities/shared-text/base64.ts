const PART = 0x8000

/** Bytes in the API's format. In chunks: an argument list is limited. */
export function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let start = 0; start < bytes.length; start += PART) {
    text += String.fromCharCode(...bytes.subarray(start, start + PART))
  }
  return btoa(text)
}
