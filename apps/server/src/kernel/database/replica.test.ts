import { expect, it } from 'vitest'
import { newFolder, start } from '#test/processes.ts'
import { startReplicated } from '#test/replica.ts'
import { setUp, Visitor } from '#test/visitor.ts'

interface List {
  results: { name: string }[]
}

it('reads lists from a replica that has everything, and everything else from the primary', {
  timeout: 300_000,
}, async () => {
  const { primary, replica } = await startReplicated()
  const settings = async () => ({
    ...{ DATABASE_URL: primary.url, DATABASE_READ_URL: replica.url, DATA_DIR: await newFolder() },
  })
  const one = await start(await settings())
  const two = await start(await settings())
  const robin = await setUp(one.url)
  await robin.call('POST', '/api/workspaces/', { name: 'Acme', slug: 'acme' })
  const project = { name: 'Trail Maps', identifier: 'TRAIL' }
  const { id } = await robin.call<{ id: string }>('POST', '/api/workspaces/acme/projects/', project)
  const items = `/api/workspaces/acme/projects/${id}/issues/`
  const add = (name: string) => robin.call('POST', items, { name })
  /** Of a browser that has changed nothing for a while. */
  const reader = new Visitor(two.url, new Map([...robin.cookies].filter(([it]) => it !== 'wrote')))
  let asked = 0
  /** Never the same address, so that no response is cached. */
  const names = async (visitor: Visitor) => {
    asked += 1
    const list = await visitor.call<List>('GET', `${items}?per_page=${100 - (asked % 90)}`)
    return list.results.map(({ name }) => name).toSorted()
  }
  const watching = await replica.client()
  const lastRead = async () => {
    const { rows } = await watching.query<{ at: Date | null }>(
      `select max(query_start) as at from pg_stat_activity
        where application_name = 'cairn' and query ilike '%work_items%'`,
    )
    return rows[0]?.at?.getTime() ?? 0
  }
  const isReadThere = async () => {
    const before = await lastRead()
    await names(reader)
    return (await lastRead()) > before
  }

  await add('first')
  expect(await names(robin.at(two.url))).toEqual(['first'])
  await expect.poll(isReadThere).toBe(true)

  // The replica falls behind.
  await watching.query('select pg_wal_replay_pause()')
  await add('second')
  // Their own change, at once, on a server that may not have heard of it.
  expect(await names(robin.at(two.url))).toEqual(['first', 'second'])
  await expect.poll(() => names(reader)).toEqual(['first', 'second'])
  expect(await isReadThere()).toBe(false)
  await watching.query('select pg_wal_replay_resume()')
  await expect.poll(isReadThere).toBe(true)
  expect(await names(reader)).toEqual(['first', 'second'])

  // The replica goes away, under load.
  let isOver = false
  const answers: string[][] = []
  const asking = (async () => {
    while (!isOver) answers.push(await names(reader))
  })()
  await expect.poll(() => answers.length).toBeGreaterThan(20)
  await replica.stop()
  const before = answers.length
  await expect.poll(() => answers.length).toBeGreaterThan(before + 20)
  isOver = true
  await asking
  expect(new Set(answers.map(String))).toEqual(new Set(['first,second']))
})
