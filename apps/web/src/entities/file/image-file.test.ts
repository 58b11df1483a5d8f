import { expect, it } from 'vitest'
import { inMegabytes, mostBytes, problemOfImage } from './image-file.ts'

const limit = mostBytes(100 * 1024 * 1024)

it.each([
  ['image/png', 1, undefined],
  ['image/jpeg', limit, undefined],
  ['image/webp', limit + 1, 'too_large'],
  ['image/gif', 1, 'wrong_format'],
  ['image/svg+xml', 1, 'wrong_format'],
  ['', 1, 'wrong_format'],
  ['image/png', 0, 'wrong_format'],
])('a %s of %d bytes: %s', (type, size, problem) => {
  expect(problemOfImage({ type, size }, limit)).toBe(problem)
})

it.each([
  [undefined, 5],
  [100 * 1024 * 1024, 5],
  [1024 * 1024, 1],
])('with an instance limit of %s bytes takes %d MB', (instanceLimit, megabytes) => {
  expect(inMegabytes(mostBytes(instanceLimit))).toBe(megabytes)
})
