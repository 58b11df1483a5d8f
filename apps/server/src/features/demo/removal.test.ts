import { Readable } from 'node:stream'
import { workspacesApi } from '@cairn/contract'
import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { foldCycleCounts } from '#features/cycles/service.ts'
import { updateSearchIndex } from '#features/full-text-search/service.ts'
import { notifyOfChanges } from '#features/notifications/service.ts'
import { foldCounts, foldFacets } from '#features/work-items/service.ts'
import { addItem } from '#features/work-items/test-kit/items.ts'
import { createKey } from '#kernel/storage/storage.ts'
import { testServer } from '#test/server.ts'
import { addDemoWorkspace, removeDemos } from './service.ts'

// Each fills whole workspaces; machines that run tests are busy.
vi.setConfig({ testTimeout: 180_000 })

const { app, database, projectOf } = await testServer()
const { db, pool } = database
const { storage } = app.deps

/** Counts rows after the deferred jobs ran. Events are deleted after a day. */
async function rowCounts() {
  await notifyOfChanges(db)
  await foldCounts(db)
  await foldFacets(db)
  await foldCycleCounts(db)
  await updateSearchIndex(db)
  const { rows } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> 'events'`,
  )
  const counts: Record<string, number> = {}
  for (const { name } of rows) {
    const found = await pool.query(`select count(*)::int as count from "${name}"`)
    counts[name] = found.rows[0].count
  }
  return counts
}

async function saveFileIn(slug: string) {
  const key = createKey('demo')
  await storage.put(key, Readable.from([Buffer.from('x')]), { maxBytes: 10 })
  await sql`
    insert into assets (entity_type, asset, size, is_uploaded, workspace_id)
    select 'WORKSPACE_LOGO', ${key}, 1, true, id from workspaces where slug = ${slug}`.execute(db)
  return key
}

// @cap:operations.demo-data
it('leaves every table as it was before the demo came, and no file', async () => {
  const { ada } = await projectOf('ada')
  await addItem(ada, 'mine')
  const before = await rowCounts()

  const slug = await addDemoWorkspace(db, ada.user_id)
  const key = await saveFileIn(slug)
  expect((await rowCounts()).work_items).toBeGreaterThan(300)

  expect(await removeDemos(db, storage, { all: true })).toBe(1)
  expect(await rowCounts()).toEqual(before)
  expect(await storage.head(key)).toBe(null)
  expect(await ada.call(workspacesApi.list)).toMatchObject([{ slug: ada.place.slug }])
})

it('takes away by itself what somebody deleted, and leaves what is in use', async () => {
  const { ada } = await projectOf('ada')
  const retained = await addDemoWorkspace(db, ada.user_id)
  const before = await rowCounts()
  const gone = await addDemoWorkspace(db, ada.user_id)
  await ada.at({ slug: gone }).call(workspacesApi.remove)
  expect(await removeDemos(db, storage, { all: false })).toBe(1)
  expect(await rowCounts()).toEqual(before)
  expect(await ada.at({ slug: retained }).call(workspacesApi.get)).toMatchObject({ slug: retained })
})
