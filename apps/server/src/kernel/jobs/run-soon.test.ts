import { expect, it } from 'vitest'
import { createLog } from '#kernel/log.ts'
import { deliverQueuedMails, queueMail } from '#kernel/mail/delivery.ts'
import { testDatabase } from '#test/database.ts'
import { runSoon } from './run-soon.ts'

const { db, watcher } = await testDatabase()
const log = createLog('silent')
const mail = { to: 'ada@cairn.test', subject: 'Hello', text: 'Hello', html: '' }
const statuses = async () =>
  (await db.selectFrom('mails').select('status').execute()).map(({ status }) => status)

it('handles a mail as soon as it is queued, and looks no further by itself', async () => {
  let runs = 0
  runSoon(watcher, ['mails'], async () => {
    runs += 1
    await deliverQueuedMails(db, async () => null, log)
  })
  await db.transaction().execute((tx) => queueMail(tx, mail))
  await expect.poll(statuses).toEqual(['stored'])
  expect(runs).toBe(1)
  await Promise.all([1, 2, 3].map(() => db.transaction().execute((tx) => queueMail(tx, mail))))
  await expect.poll(statuses).toEqual(['stored', 'stored', 'stored', 'stored'])
  expect(runs).toBeLessThanOrEqual(4)
})

it('leaves a delivery that fails to the job', async () => {
  let runs = 0
  runSoon(watcher, ['mails'], async () => {
    runs += 1
    throw new Error('the server is away')
  })
  await db.transaction().execute((tx) => queueMail(tx, mail))
  await expect.poll(() => runs).toBeGreaterThan(0)
})
