import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, it } from 'vitest'
import { createEgress } from '#kernel/egress/egress.ts'
import { searchPictures } from './pictures.ts'

const photo = { id: 'a1', urls: { raw: 'https://i.test/1' }, alt_description: 'Hills' }
const asked: IncomingMessage[] = []
const answers: Record<string, [number, string]> = {
  '/photos': [200, JSON.stringify([photo])],
  '/search/photos': [200, JSON.stringify({ results: [photo], total: 1, total_pages: 1 })],
}
const provider = createServer((request, response) => {
  asked.push(request)
  const [status, body] = answers[request.url?.split('?')[0] ?? ''] ?? [404, '{}']
  response.writeHead(status).end(body)
})
await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
afterAll(() => provider.close())
const origin = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
const egress = createEgress({ allow: ['127.0.0.0/8'] })
const source = { egress, key: 'the key', origin }

it('shows the newest photographs, or those about something', async () => {
  expect(await searchPictures(source, {})).toEqual([photo])
  const found = { results: [photo], total: 1, total_pages: 1 }
  expect(await searchPictures(source, { query: 'a&b hills', page: '2', per_page: '9' })).toEqual(
    found,
  )
  expect(asked.map(({ url }) => url)).toEqual([
    '/photos?page=1&per_page=20',
    '/search/photos?query=a%26b%20hills&page=2&per_page=9',
  ])
  expect(asked[0]?.headers.authorization).toBe('Client-ID the key')
})

it('asks nobody without a key', async () => {
  expect(await searchPictures({ ...source, key: '' }, { query: 'hills' })).toEqual([])
  expect(asked).toHaveLength(2)
})

it.each([
  ['refuses the key', [401, '{"errors":["OAuth error"]}']],
  ['is broken', [500, '']],
  ['talks nonsense', [200, '<html>']],
] as [string, [number, string]][])('says so when the provider %s', async (_what, answer) => {
  answers['/photos'] = answer
  const error =
    'The image search does not answer as it should. Try again later, or upload a picture.'
  await expect(searchPictures(source, {})).rejects.toMatchObject({ status: 502, body: { error } })
})

it('says so when the provider cannot be reached', async () => {
  const away = { ...source, origin: 'http://127.0.0.1:1' }
  await expect(searchPictures(away, {})).rejects.toMatchObject({ status: 502 })
  const closed = { ...source, egress: createEgress({ allow: [] }) }
  await expect(searchPictures(closed, {})).rejects.toMatchObject({ status: 502 })
})
