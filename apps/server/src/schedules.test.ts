import { Readable } from 'node:stream'
import { commentsApi, MEMBER, workspacesApi } from '@cairn/contract'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { notifyOfChanges } from '#features/notifications/service.ts'
import { addItem } from '#features/work-items/test-kit/items.ts'
import type { SmtpSettings } from '#kernel/mail/smtp.ts'
import { settingsFor } from '#kernel/mail/smtp-test-server.ts'
import { createKey } from '#kernel/storage/storage.ts'
import { productBackground } from '#product/background.ts'
import { testServer } from '#test/server.ts'
import type { Config } from './config.ts'
import { backgrounds } from './features/index.ts'

const { app, database, projectOf, workspaceOf } = await testServer()
const { db } = database
type Retained = { retained: string }

const schedulesWith = (config: Partial<Config> = {}) =>
  [productBackground, ...backgrounds].flatMap((of) => {
    const running = { ...app.deps, db, version: 'test', config: { ...app.deps.config, ...config } }
    return of(running).schedules ?? []
  })

/** Runs the scheduled jobs; returns the remaining rows. */
async function afterwards(name: string, rows: () => Promise<Retained[]>) {
  const schedule = schedulesWith().find((each) => each.name === name)
  if (!schedule) throw new Error(`nothing is called ${name}`)
  await schedule.run()
  return rows()
}

it('forgets sessions, codes and links when their time is over, and no earlier', async () => {
  const { ada, bob } = await workspaceOf('ada', 'bob')
  for (const [email, age] of [
    ['live@cairn.test', '-1 minute'],
    ['dead@cairn.test', '1 minute'],
  ]) {
    await sql`
      insert into magic_codes (email, code_hash, expires_at)
      values (${email}, 'x', now() - ${age}::interval)`.execute(db)
  }
  const codes = async () =>
    (await sql<Retained>`select email as retained from magic_codes`.execute(db)).rows
  await sql`
    insert into password_resets (token_hash, user_id, email, expires_at) values
      ('live', ${ada.user_id}, 'live', now() + interval '1 hour'),
      ('late', ${ada.user_id}, 'late', now() - interval '23 hours'),
      ('dead', ${ada.user_id}, 'dead', now() - interval '25 hours')`.execute(db)
  expect(await afterwards('remove-dead-proofs', codes)).toEqual([{ retained: 'live@cairn.test' }])
  const links = await sql<Retained>`
    select email as retained from password_resets order by expires_at desc`.execute(db)
  expect(links.rows).toEqual([{ retained: 'live' }, { retained: 'late' }])

  await sql`
    insert into email_changes (user_id, email, code_hash, expires_at) values
      (${ada.user_id}, 'live', 'x', now() + interval '1 minute'),
      (${bob.user_id}, 'dead', 'x', now() - interval '1 minute')`.execute(db)
  const changes = async () =>
    (await sql<Retained>`select email as retained from email_changes`.execute(db)).rows
  expect(await afterwards('remove-dead-email-codes', changes)).toEqual([{ retained: 'live' }])

  await sql`
    update sessions set expires_at = now() - interval '1 second'
    where user_id = ${bob.user_id}`.execute(db)
  const sessions = async () =>
    (await sql<Retained>`select user_id::text as retained from sessions`.execute(db)).rows
  expect(await afterwards('remove-expired-sessions', sessions)).toEqual([{ retained: ada.user_id }])
})

it('keeps mails that were sent for a week, and those nobody got for a month', async () => {
  await sql`
    insert into mails (to_address, subject, text, status, created_at) values
      ('sent this week', '', '', 'sent', now() - interval '6 days'),
      ('sent before', '', '', 'sent', now() - interval '8 days'),
      ('kept', '', '', 'stored', now() - interval '29 days'),
      ('kept long', '', '', 'stored', now() - interval '31 days'),
      ('failed', '', '', 'failed', now() - interval '8 days')`.execute(db)
  const mails = async () =>
    (await sql<Retained>`select to_address as retained from mails order by created_at`.execute(db))
      .rows
  expect(await afterwards('remove-old-mails', mails)).toEqual([
    { retained: 'kept' },
    { retained: 'failed' },
    { retained: 'sent this week' },
  ])
})

it('keeps invitations that wait, and those just answered or revoked', async () => {
  const { ada } = await workspaceOf('ada')
  const invite = (email: string, deleted: string | null) =>
    sql`
      insert into workspace_invitations (workspace_id, email, token_hash, expires_at, deleted_at)
      select id, ${email}, 'x', now() - interval '1 year', now() - ${deleted}::interval
      from workspaces where slug = ${ada.place.slug}`.execute(db)
  await invite('waits', null)
  await invite('spent', '59 days')
  await invite('long spent', '61 days')
  const invitations = async () =>
    (
      await sql<Retained>`select email as retained from workspace_invitations order by email`.execute(
        db,
      )
    ).rows
  expect(await afterwards('remove-spent-invitations', invitations)).toEqual([
    { retained: 'spent' },
    { retained: 'waits' },
  ])
})

it('mails news by the settings of the moment, with links to where this Cairn was set up', async () => {
  const { ada, bob } = await projectOf('ada', ['bob', MEMBER])
  const { id } = await addItem(ada, 'map', { assignee_ids: [bob.user_id] })
  const params = { id }
  const subjects = async () =>
    (
      await sql<Retained>`select subject as retained from mails where subject like 'TRAIL%'`.execute(
        db,
      )
    ).rows
  async function news(smtp: SmtpSettings | null) {
    await ada.call(commentsApi.create, { params, body: { comment_html: '<p>Look.</p>' } })
    await notifyOfChanges(db)
    await sql`update notification_mails set created_at = now() - interval '4 minutes'`.execute(db)
    await schedulesWith({ smtp })
      .find(({ name }) => name === 'mail-news')
      ?.run()
  }
  await sql`update instances set domain = 'https://cairn.example'`.execute(db)
  await news(null)
  expect(await subjects()).toEqual([])
  await news(settingsFor(25))
  expect(await subjects()).toEqual([{ retained: 'TRAIL-1 map' }])
  const { rows } = await sql<Retained>`
    select text as retained from mails where subject = 'TRAIL-1 map'`.execute(db)
  expect(rows[0]?.retained).toContain(`https://cairn.example/${ada.place.slug}/browse/TRAIL-1/`)
})

// @cap:operations.background-jobs
it('forgets for good what left the trash thirty days after its deletion, with its files, and nothing else', async () => {
  const { ada } = await projectOf('ada')
  const { storage } = app.deps
  const names = ['lives', 'just deleted', 'long deleted'] as const
  const keys: string[] = []
  for (const name of names) {
    const { id } = await addItem(ada, name)
    await ada.call(commentsApi.create, { params: { id }, body: { comment_html: '<p>Hm.</p>' } })
    const key = createKey('files')
    await storage.put(key, Readable.from([Buffer.from(name)]), { maxBytes: 100 })
    await sql`
      insert into assets (entity_type, asset, size, is_uploaded, work_item_id)
      values ('ISSUE_ATTACHMENT', ${key}, 1, true, ${id})`.execute(db)
    keys.push(key)
  }
  const { eve } = await workspaceOf('eve')
  const { bob } = await projectOf('bob')
  await addItem(bob, 'goes with its workspace')
  await bob.call(workspacesApi.remove)
  const rest = await eve.call(workspacesApi.get)
  await sql`
    update work_items set deleted_at = now() - interval '29 days' where name = 'just deleted'`.execute(
    db,
  )
  await sql`
    update work_items set deleted_at = now() - interval '31 days' where name = 'long deleted'`.execute(
    db,
  )
  // Simulates that all of it was deleted long ago.
  for (const table of ['workspaces', 'projects', 'work_items', 'states', 'project_members']) {
    await sql`
      update ${sql.table(table)} set deleted_at = now() - interval '61 days'
      where ${sql.ref(table === 'workspaces' ? 'id' : 'workspace_id')} = (
        select id from workspaces where slug like ${`${bob.place.slug}%`})`.execute(db)
  }
  const rows = async () =>
    (
      await sql<Retained>`select name as retained from work_items where name <> 'map' order by 1`.execute(
        db,
      )
    ).rows
  expect(await afterwards('purge-deleted', rows)).toEqual([
    { retained: 'just deleted' },
    { retained: 'lives' },
  ])
  const left = await sql<Retained>`
    select slug as retained from workspaces where slug like ${`${bob.place.slug}%`}
    union all select id::text from states where deleted_at < now() - interval '60 days'`.execute(db)
  expect(left.rows).toEqual([])
  const comments = await sql<Retained>`
    select i.name as retained from comments c join work_items i on i.id = c.work_item_id
    where c.comment_html = '<p>Hm.</p>' order by 1`.execute(db)
  expect(comments.rows).toEqual([{ retained: 'just deleted' }, { retained: 'lives' }])
  expect(await eve.call(workspacesApi.get)).toEqual(rest)

  const found = async () =>
    (
      await sql<Retained>`select asset as retained from assets where asset = any(${keys})`.execute(
        db,
      )
    ).rows
  const assets = await afterwards('remove-stale-assets', found)
  expect(assets.map(({ retained }) => retained).sort()).toEqual(keys.slice(0, 2).sort())
  const stored = await Promise.all(keys.map((key) => storage.head(key)))
  expect(stored.map((file) => file !== null)).toEqual([true, true, false])
})
