type Bytes = string | number[]
type Signature = [type: string, at: number, bytes: Bytes, start?: Bytes]

// Compared in this order. Where the magic bytes could be a word, more of the header must match.
const signatures: Signature[] = [
  ['image/png', 0, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]],
  ['image/jpeg', 0, [0xff, 0xd8, 0xff]],
  ['image/gif', 0, 'GIF87a'],
  ['image/gif', 0, 'GIF89a'],
  ['image/webp', 8, 'WEBP', 'RIFF'],
  ['image/avif', 4, 'ftypavif'],
  ['image/avif', 4, 'ftypavis'],
  ['image/heic', 4, 'ftyphei'],
  ['image/bmp', 6, [0, 0, 0, 0], 'BM'],
  ['image/tiff', 0, [0x49, 0x49, 0x2a, 0x00]],
  ['image/tiff', 0, [0x4d, 0x4d, 0x00, 0x2a]],
  ['image/x-icon', 0, [0x00, 0x00, 0x01, 0x00]],
  ['application/pdf', 0, '%PDF-'],
  ['application/zip', 0, 'PK\x03\x04'],
  ['application/zip', 0, 'PK\x05\x06'],
  ['application/gzip', 0, [0x1f, 0x8b]],
  ['application/x-7z-compressed', 0, [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c]],
  ['application/x-rar', 0, 'Rar!\x1a\x07'],
  ['application/x-bzip2', 4, '1AY&SY', 'BZh'],
  ['application/x-tar', 257, 'ustar'],
  // Word, Excel and PowerPoint before 2007 share one container.
  ['application/msword', 0, [0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]],
  ['application/rtf', 0, '{\\rtf'],
  ['audio/wav', 8, 'WAVE', 'RIFF'],
  ['video/x-msvideo', 8, 'AVI ', 'RIFF'],
  ['audio/x-m4a', 4, 'ftypM4A'],
  ['video/quicktime', 4, 'ftypqt'],
  ['video/mp4', 4, 'ftyp'],
  ['video/webm', 0, [0x1a, 0x45, 0xdf, 0xa3]],
  ['audio/ogg', 0, 'OggS\0'],
  ['audio/flac', 0, 'fLaC'],
  ['audio/midi', 0, 'MThd\0'],
  ['audio/mpeg', 4, [0], 'ID3'],
  ['audio/mpeg', 0, [0xff, 0xfb]],
  ['audio/mpeg', 0, [0xff, 0xf3]],
  ['font/woff', 0, 'wOFF'],
  ['font/woff2', 0, 'wOF2'],
  ['font/otf', 0, 'OTTO\0'],
  ['font/ttf', 0, [0x00, 0x01, 0x00, 0x00, 0x00]],
  ['model/gltf-binary', 5, [0, 0, 0], 'glTF'],
]

function isAt(head: Buffer, at: number, bytes: Bytes): boolean {
  const expected = typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : Buffer.from(bytes)
  return head.subarray(at, at + expected.length).equals(expected)
}

// The first bytes may end in the middle of a character: `stream` allows that.
function textOf(head: Buffer): string | undefined {
  if (head.includes(0)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true })
  } catch {
    return undefined
  }
}

const prologue =
  /^(?:\s+|<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!doctype (?!html\b)[^[>]*(?:\[[\s\S]*?\])?\s*>)+/i
const svg = /^<(?:[\w-]+:)?svg\b/i
const html =
  /^<(?:!doctype html|html|head|body|title|script|style|iframe|object|meta|link|form|table|h1|div|p|a|b|br|img|font|span)\b/i

function typeOfText(text: string): string {
  const start = text.replace(prologue, '')
  if (svg.test(start)) return 'image/svg+xml'
  if (html.test(start)) return 'text/html'
  return /^\s*<\?xml\b/i.test(text) ? 'application/xml' : 'text/plain'
}

/** The type of a file by its first bytes (4 kB are enough), ignoring its name and declared type. */
export function sniffType(head: Buffer): string {
  const found = signatures.find(
    ([, at, bytes, start = '']) => isAt(head, at, bytes) && isAt(head, 0, start),
  )
  if (found) return found[0]
  const text = textOf(head.subarray(0, 4096))
  return text === undefined ? 'application/octet-stream' : typeOfText(text)
}
