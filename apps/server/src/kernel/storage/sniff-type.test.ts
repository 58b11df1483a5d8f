import { deflateSync, gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { costOf } from '#test/cpu-time.ts'
import { sniffType } from './sniff-type.ts'

const bytes = (...parts: (string | number[])[]) =>
  Buffer.concat(
    parts.map((part) =>
      typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part),
    ),
  )

it.each([
  ['image/png', bytes([0x89], 'PNG\r\n\x1a\n\0\0\0\rIHDR')],
  ['image/jpeg', bytes([0xff, 0xd8, 0xff, 0xe0], '\0\x10JFIF')],
  ['image/gif', bytes('GIF89a\x01\0')],
  ['image/gif', bytes('GIF87a\x01\0')],
  ['image/webp', bytes('RIFF\x10\0\0\0WEBPVP8 ')],
  ['image/avif', bytes('\0\0\0\x20ftypavif\0\0\0\0')],
  ['image/heic', bytes('\0\0\0\x20ftypheic\0\0\0\0')],
  ['image/bmp', bytes('BM\x46\0\0\0\0\0\0\0\x36')],
  ['image/tiff', bytes('II*\0\x08\0\0\0')],
  ['image/x-icon', bytes([0, 0, 1, 0, 1, 0])],
  ['application/pdf', bytes('%PDF-1.7\n')],
  ['application/zip', bytes('PK\x03\x04\x14\0')],
  ['application/zip', bytes('PK\x05\x06', Array(18).fill(0))],
  ['application/gzip', gzipSync('x')],
  ['application/x-7z-compressed', bytes('7z', [0xbc, 0xaf, 0x27, 0x1c, 0])],
  ['application/x-rar', bytes('Rar!\x1a\x07\x01\0')],
  ['application/x-bzip2', bytes('BZh91AY&SY')],
  ['application/x-tar', bytes('file.txt', Array(249).fill(0), 'ustar\x0000')],
  ['application/msword', bytes([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1])],
  ['application/rtf', bytes('{\\rtf1\\ansi}')],
  ['audio/wav', bytes('RIFF\x10\0\0\0WAVEfmt ')],
  ['video/x-msvideo', bytes('RIFF\x10\0\0\0AVI LIST')],
  ['audio/x-m4a', bytes('\0\0\0\x20ftypM4A \0')],
  ['video/quicktime', bytes('\0\0\0\x14ftypqt  ')],
  ['video/mp4', bytes('\0\0\0\x18ftypmp42\0')],
  ['video/webm', bytes([0x1a, 0x45, 0xdf, 0xa3, 0x01])],
  ['audio/ogg', bytes('OggS\0\x02')],
  ['audio/flac', bytes('fLaC\0')],
  ['audio/midi', bytes('MThd\0\0\0\x06')],
  ['audio/mpeg', bytes('ID3\x04\0\0')],
  ['audio/mpeg', bytes([0xff, 0xfb, 0x90, 0])],
  ['font/woff2', bytes('wOF2\0\x01\0\0')],
  ['font/otf', bytes('OTTO\0\x0b')],
  ['model/gltf-binary', bytes('glTF', [2, 0, 0, 0])],
  ['application/octet-stream', bytes([0, 1, 2, 3])],
  ['application/octet-stream', bytes([0xc3, 0x28])],
  ['application/octet-stream', deflateSync('something')],
])('finds %s in the first bytes', (type, head) => {
  expect(sniffType(head)).toBe(type)
})

it.each([
  ['image/svg+xml', '<svg xmlns="http://www.w3.org/2000/svg">'],
  ['image/svg+xml', '<SVG onload=alert(1)>'],
  ['image/svg+xml', '\ufeff \n<?xml version="1.0"?>\n<!-- made by hand -->\n<svg>'],
  ['image/svg+xml', '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd"><svg/>'],
  ['image/svg+xml', '<!DOCTYPE svg [ <!ENTITY a "b"> ]>\n<svg>'],
  ['image/svg+xml', '<s:svg xmlns:s="http://www.w3.org/2000/svg">'],
  ['text/html', '<!doctype html><html>'],
  ['text/html', '<!DOCTYPE HTML PUBLIC "x">'],
  ['text/html', '  <html lang="de">'],
  ['text/html', '<!-- a comment --><script>alert(1)</script>'],
  ['text/html', '<p>hello</p>'],
  ['application/xml', '<?xml version="1.0"?><rss></rss>'],
  ['text/plain', 'hello'],
  ['text/plain', ''],
  ['text/plain', 'BMW, ID3, OTTO and RIFF are words too'],
  ['text/plain', 'I wrote <svg> in a sentence'],
  ['text/plain', '{"json": true}'],
  ['text/plain', '<3'],
  ['text/plain', `${'<!--'.repeat(1000)}`],
])('finds %s in the text %o', (type, text) => {
  expect(sniffType(Buffer.from(text))).toBe(type)
})

it('reads text that was cut in the middle of a letter', () => {
  expect(sniffType(Buffer.from('straße').subarray(0, 5))).toBe('text/plain')
  expect(sniffType(Buffer.from(`${'a'.repeat(4095)}ß`))).toBe('text/plain')
})

it.each([
  ['a PNG of which only the first bytes came', bytes([0x89], 'PNG')],
  ['a GIF of which only the first letters came', bytes('GIF8')],
  ['a JPEG of which only the first bytes came', bytes([0xff, 0xd8])],
  ['a drawing that begins like a PNG', bytes('PNG\r\n<svg onload="alert(1)">')],
  ['a drawing', bytes('<svg xmlns="http://www.w3.org/2000/svg">')],
  ['a page behind spaces', bytes(' '.repeat(3000), '<html>')],
  ['nothing', Buffer.alloc(0)],
])('takes %s for no picture a browser may show', (_what, head) => {
  expect(sniffType(head)).not.toMatch(/^image\/(?!svg)/)
})

it('looks at no more of a picture than its first bytes', () => {
  const size = [0xff, 0xff, 0xff, 0xff]
  const huge = bytes([0x89], 'PNG\r\n\x1a\n\0\0\0\rIHDR', size, size)
  expect(sniffType(huge)).toBe('image/png')
})

it.each([
  ['spaces', ' '.repeat(4096)],
  ['comments without an end', '<!-- '.repeat(800)],
  ['comments', '<!---->'.repeat(585)],
  ['a document type without an end', `<!doctype a[${'] '.repeat(2000)}`],
  ['document types', '<!doctype a>'.repeat(340)],
  ['instructions without an end', '<?'.repeat(2048)],
  ['spaces between document types', `${' <!doctype a []'.repeat(270)}`],
])('knows in time what a text of nothing but %s is', (_what, text) => {
  const read = Buffer.from(text)
  expect(costOf(() => sniffType(read))).toBeLessThan(10)
})

it('does not take a picture’s word for being a page', () => {
  const polyglot = bytes('GIF89a/*', '<script>alert(1)</script>')
  expect(sniffType(polyglot)).toBe('image/gif')
})
