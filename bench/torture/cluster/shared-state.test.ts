import { expect, it } from 'vitest'
import { Visitor } from '../../../apps/server/src/test-kit/visitor.ts'
import { startCluster } from './cluster.ts'
import { startEditor } from './editor.ts'
import { startListener } from './listener.ts'
import { prepareCluster } from './prepare.ts'

it('knows sessions, changes, texts, limits and files on both servers, through PgBouncer', async () => {
  const cluster = await startCluster()
  try {
    const place = await prepareCluster(cluster)
    const origins = cluster.nodes.map((node) => node?.origin ?? '')
    const [one, two] = origins.map(
      (url) => new Visitor(url, new Map([place.cookie.split('=') as [string, string]])),
    ) as [Visitor, Visitor]

    // Each writes on one server, and sees it on the other at once.
    for (const [writer, reader] of [
      [one, two],
      [two, one],
    ] as const) {
      for (let n = 1; n <= 5; n += 1) {
        const name = `${writer.url} ${n}`
        const { id } = await writer.call<{ id: string }>('POST', place.path, { name })
        const list = await reader
          .at(reader.url)
          .call<{ results: { id: string }[] }>('GET', `${place.path}?per_page=100`)
        expect(list.results.map((item) => item.id)).toContain(id)
        await writer.call('PATCH', `${place.path}${id}/`, { name: `${name} renamed` })
        expect(await reader.call('GET', `${place.path}${id}/`)).toMatchObject({
          name: `${name} renamed`,
        })
      }
    }

    // Times have the same form through PgBouncer as without it.
    const { created_at } = await one.call<{ created_at: string }>('POST', place.path, { name: 'x' })
    expect(created_at).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)

    // What one server commits, the browsers of the other hear within the poll of two seconds, for it
    // listens past PgBouncer.
    const browser = startListener(two.url, place.cookie)
    await expect.poll(() => browser.connects()).toBe(1)
    const delays: number[] = []
    for (let n = 0; n < 10; n += 1) {
      const before = browser.heard().length
      const began = performance.now()
      await one.call('POST', place.path, { name: `heard ${n}` })
      await expect.poll(() => browser.heard().length, { interval: 5 }).toBeGreaterThan(before)
      delays.push(performance.now() - began)
    }
    expect(delays.toSorted((a, b) => a - b)[5]).toBeLessThan(1_000)
    await browser.stop()

    // Two editors of one page, on different servers.
    const [page_id = ''] = place.page_ids
    const editors = origins.map((origin) => startEditor({ ...place, origin, page_id }))
    await expect.poll(() => editors.every((editor) => editor.written.length >= 5)).toBe(true)
    await Promise.all(editors.map((editor) => editor.stopWriting()))
    const written = editors.flatMap((editor) => editor.written)
    for (const editor of editors) {
      await expect.poll(() => written.every((token) => editor.text().includes(token))).toBe(true)
      editor.close()
    }

    // Wrong passwords are counted by both together.
    const tries: string[] = []
    for (let n = 0; n < 8; n += 1) {
      const visitor = new Visitor(origins[n % 2] ?? '')
      const answer = await visitor.form('/auth/sign-in/', {
        email: 'nobody-else@cairn.test',
        password: 'wrong',
      })
      tries.push(answer.headers.get('location') ?? '')
    }
    expect(new Set(tries).size).toBeGreaterThan(1)
    const client = await cluster.client()
    const { rows } = await client.query<{ count: number }>(
      'select max(count) as count from throttles',
    )
    expect(Number(rows[0]?.count)).toBe(8)
    await client.end()

    // A session that ends on one server has ended on the other.
    await one.form('/auth/sign-out/', {})
    await expect.poll(async () => (await two.send('GET', '/api/users/me/')).status).toBe(401)
  } finally {
    await cluster.close()
  }
})
