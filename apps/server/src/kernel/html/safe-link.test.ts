import { expect, it } from 'vitest'
import { isSafeLink } from './safe-link.ts'

it.each([
  ['https://example.com/a?b=c#d', 'https://example.com/a?b=c#d'],
  ['http://example.com', 'http://example.com'],
  ['HTTPS://Example.COM/Path', 'HTTPS://Example.COM/Path'],
  ['mailto:ada@example.com?subject=Hello', 'mailto:ada@example.com?subject=Hello'],
  ['  https://example.com  ', 'https://example.com'],
  ['https://example.com/\u202etxt.exe', 'https://example.com/txt.exe'],
  ['https://exam\nple.com/\u0000a', 'https://example.com/a'],
  ['ht\ttps://example.com', 'https://example.com'],
  ['https://münchen.example/straße', 'https://münchen.example/straße'],
  ['https://[2606:4700::1111]/', 'https://[2606:4700::1111]/'],
])('lets %o through as %o', (url, link) => {
  expect(isSafeLink(url)).toBe(link)
})

it.each([
  [''],
  ['   '],
  ['example.com'],
  ['/acme/projects'],
  ['//evil.example'],
  ['#top'],
  ['javascript:alert(1)'],
  ['JaVaScRiPt:alert(1)'],
  [' javascript:alert(1)'],
  ['\u0001javascript:alert(1)'],
  ['java\nscript:alert(1)'],
  ['java\tscript:alert(1)'],
  ['java\u0000script:alert(1)'],
  ['java\u200bscript:alert(1)'],
  ['\ufeffjavascript:alert(1)'],
  ['javascript\u2028:alert(1)'],
  ['javascript://example.com/%0aalert(1)'],
  ['vbscript:msgbox(1)'],
  ['data:text/html,<script>alert(1)</script>'],
  ['data:image/svg+xml;base64,PHN2Zz4='],
  ['blob:https://example.com/1'],
  ['file:///etc/passwd'],
  ['ftp://example.com'],
  ['tel:+123'],
  ['view-source:https://example.com'],
  ['https://'],
  ['https://exa mple.com'],
  ['http://[::1'],
])('refuses %o', (url) => {
  expect(isSafeLink(url)).toBeNull()
})
