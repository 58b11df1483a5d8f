import { expect, it } from 'vitest'
import { sizeText } from '#ui/platform/size-text.ts'
import { problemOf } from './attachment-file.ts'

it.each([
  [1, '1 KB'],
  [38 * 1024, '38 KB'],
  [1024 * 1024 - 1, '1024 KB'],
  [4.4 * 1024 * 1024, '4 MB'],
])('shows %o bytes as %o', (bytes, text) => {
  expect(sizeText(bytes)).toBe(text)
})

const notes = { type: 'text/plain', size: 10 }
it.each([
  [[notes], undefined],
  [[{ type: '', size: 10 }], undefined],
  [[notes, notes], 'several'],
  [[{ ...notes, size: 101 }], 'too_large'],
  [[{ ...notes, size: 0 }], 'empty'],
  [[{ type: 'application/x-msdownload', size: 10 }], 'wrong_type'],
])('%o with 100 bytes allowed: %o', (files, problem) => {
  expect(problemOf(files, 100)).toBe(problem)
})
