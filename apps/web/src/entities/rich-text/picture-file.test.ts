import { expect, it } from 'vitest'
import { downloadAddress, problemOfPicture } from './picture-file.ts'

const megabyte = 1024 * 1024

it.each([
  ['image/png', 1, undefined],
  ['image/gif', 5 * megabyte, undefined],
  ['image/webp', 5 * megabyte + 1, 'picture_too_large'],
  ['image/svg+xml', 1, 'wrong_picture'],
  ['text/html', 1, 'wrong_picture'],
  ['image/png', 0, 'wrong_picture'],
])('a %s of %d bytes: %s', (type, size, problem) => {
  expect(problemOfPicture({ type, size }, 100 * megabyte)).toBe(problem)
})

it.each([
  [
    '/api/assets/v2/workspaces/acme/projects/p-1/a-1/',
    '/api/assets/v2/workspaces/acme/projects/p-1/download/a-1/',
  ],
  ['/api/assets/v2/workspaces/acme/a-1/', '/api/assets/v2/workspaces/acme/download/a-1/'],
  ['https://example.com/a.png', 'https://example.com/a.png'],
])('%s is downloaded from %s', (src, address) => {
  expect(downloadAddress(src)).toBe(address)
})
