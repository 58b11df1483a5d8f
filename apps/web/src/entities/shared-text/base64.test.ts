import { expect, it } from 'vitest'
import { toBase64 } from './base64.ts'

it.each([0, 1, 2, 3, 32_768, 100_001])('%i bytes are written as the API takes them', (length) => {
  const bytes = Uint8Array.from({ length }, (_, at) => (at * 31) % 256)
  expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'))
})
