import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { oneOf } from '../../places.ts'
import { startCluster } from './cluster.ts'
import { startListener } from './listener.ts'
import { prepareCluster, type TorturedProject } from './prepare.ts'

const next = path.join(import.meta.dirname, 'newer-server.ts')

/** A browser that works until it is told to stop, and what it was answered. */
function startUser({ origin, cookie, path: items }: TorturedProject, isOver: () => boolean) {
  const answers: string[] = []
  const known: string[] = []
  let n = 0
  async function ask(method: string, url: string, body?: object) {
    const response = await fetch(`${origin}${url}`, {
      method,
      headers: { cookie, origin, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = await response.text()
    answers.push(response.ok ? 'ok' : `${method} ${url}: ${response.status} ${text}`)
    return response.ok && text ? JSON.parse(text) : {}
  }
  const actions = [
    async () => known.push((await ask('POST', items, { name: `item ${++n}` })).id),
    () => ask('PATCH', `${items}${oneOf(known)}/`, { name: `name ${++n}` }),
    () => ask('PATCH', `${items}${oneOf(known)}/`, { priority: 'high', label_ids: [] }),
    () => ask('GET', `${items}${oneOf(known)}/`),
    () => ask('GET', `${items}?order_by=-created_at&per_page=20`),
  ]
  async function run() {
    await actions[0]?.()
    while (!isOver()) {
      await oneOf(actions)().catch((error) => answers.push(String(error)))
      await sleep(20)
    }
  }
  return { answers, known, done: run() }
}

// @cap:operations.rolling-upgrade
it('answers no 5xx while one server after the other is upgraded, with a migration', async () => {
  const cluster = await startCluster()
  try {
    const place = await prepareCluster(cluster)
    let isOver = false
    const users = Array.from({ length: 5 }, () => startUser(place, () => isOver))
    const browser = startListener(cluster.origin, place.cookie)
    const answered = () => users.reduce((sum, { answers }) => sum + answers.length, 0)
    const more = async () => {
      const before = answered()
      await expect.poll(answered).toBeGreaterThan(before + 100)
    }
    await more()
    for (const n of [0, 1]) {
      await cluster.nodes[n]?.stop()
      await more()
      await cluster.startNode(n, { entry: next })
      await cluster.untilServing(n)
      // The first time: both versions, on the database of the newer one.
      await more()
    }
    isOver = true
    await Promise.all(users.map(({ done }) => done))
    expect(users.flatMap(({ answers }) => answers).filter((answer) => answer !== 'ok')).toEqual([])

    const client = await cluster.client()
    const { rows } = await client.query('select id from work_items where project_id = $1', [
      place.project_id,
    ])
    expect(rows.map(({ id }) => id).toSorted()).toEqual(
      users.flatMap(({ known }) => known).toSorted(),
    )
    const { rows: done } = await client.query(`select tolerated_since from migrations
      where name = '9000_next'`)
    expect(done).toHaveLength(1)
    const { rows: last } = await client.query(
      `select xid || '.' || id as position from events
      where project_id = $1 order by xid desc, id desc limit 1`,
      [place.project_id],
    )
    await client.end()
    // Its sockets were closed twice, and it read on from where it was.
    await expect.poll(() => browser.heard().at(-1)).toBe(last[0]?.position)
    expect(new Set(browser.heard()).size).toBe(browser.heard().length)
    expect(browser.chapters).toHaveLength(1)
    await browser.stop()
  } finally {
    await cluster.close()
  }
})
