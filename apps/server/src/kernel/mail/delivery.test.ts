import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { deliverQueuedMails, queueMail, secondsUntilNextTry } from './delivery.ts'
import { createMailer } from './mailer.ts'
import { claimMail } from './queries.ts'
import type { SmtpSettings } from './smtp.ts'
import { closedPort, settingsFor, startSmtpServer } from './smtp-test-server.ts'

const { db } = await testDatabase()
beforeEach(() => db.deleteFrom('mails').execute())

const logged: unknown[] = []
const log = { info() {}, warn: (...entry: unknown[]) => void logged.push(entry) }

const mailTo = (to: string) => ({ to, subject: 'Hello', text: `Dear ${to}`, html: '<p>Dear</p>' })
const ada = mailTo('ada@example.com')
const bob = mailTo('bob@example.com')

const deliver = (settings: SmtpSettings | null) => deliverQueuedMails(db, async () => settings, log)
const mails = () => db.selectFrom('mails').selectAll().orderBy('created_at').execute()
const due = () => db.updateTable('mails').set({ next_attempt_at: sql`now()` }).execute()

const secondsToWait = async () => {
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from next_attempt_at - now())::int as seconds from mails`.execute(db)
  return rows.map(({ seconds }) => seconds)
}

const nothing = { queued: 0, sent: 0, stored: 0, failed: 0 }
const refuse = (code: number, text: string) =>
  Object.assign(new Error(text), { responseCode: code })

describe('a mail in a transaction', () => {
  it('goes out when the transaction commits', async () => {
    await using server = await startSmtpServer()
    await db.transaction().execute((tx) => queueMail(tx, ada))

    expect(await deliver(server.settings)).toEqual({ ...nothing, sent: 1 })
    expect(server.arrived).toMatchObject([{ to: ['ada@example.com'] }])
  })

  it('never existed when it rolls back', async () => {
    await using server = await startSmtpServer()
    const failing = db.transaction().execute(async (tx) => {
      await queueMail(tx, ada)
      throw new Error('the work item was not created')
    })
    await expect(failing).rejects.toThrow('the work item was not created')

    expect(await deliver(server.settings)).toEqual(nothing)
    expect(await mails()).toEqual([])
  })

  it('is not sent before it commits', async () => {
    await using server = await startSmtpServer()
    await db.transaction().execute(async (tx) => {
      await queueMail(tx, ada)
      expect(await deliver(server.settings)).toEqual(nothing)
    })
    expect(await deliver(server.settings)).toMatchObject({ sent: 1 })
  })

  it('has a subject of one line, whatever a title contains', async () => {
    await queueMail(db, { ...ada, subject: ' Plan\r\nBcc: eve@example.com\t ' })
    expect(await mails()).toMatchObject([{ subject: 'Plan Bcc: eve@example.com' }])
  })
})

describe('with SMTP', () => {
  it('a mail is sent once, and its text is forgotten', async () => {
    await using server = await startSmtpServer()
    await queueMail(db, ada)
    await deliver(server.settings)
    await deliver(server.settings)

    expect(server.arrived).toHaveLength(1)
    expect(server.arrived[0]?.raw).toContain('Dear ada@example.com')
    expect(await mails()).toMatchObject([
      { status: 'sent', attempts: 1, text: '', html: '', sent_at: expect.any(String) },
    ])
  })

  it('many mails go out in one run, the oldest first', async () => {
    await using server = await startSmtpServer()
    const names = Array.from({ length: 20 }, (_, index) => `user${index}@example.com`)
    for (const name of names) await queueMail(db, mailTo(name))

    expect(await deliver(server.settings)).toEqual({ ...nothing, sent: 20 })
    expect(server.arrived.map(({ to }) => to[0])).toEqual(names)
  })

  it('one unknown receiver fails at once, and the others get their mail', async () => {
    await using server = await startSmtpServer({
      onRcptTo: ({ address }, _session, done) =>
        done(address === ada.to ? refuse(550, 'No such user') : null),
    })
    await queueMail(db, ada)
    await queueMail(db, bob)

    expect(await deliver(server.settings)).toEqual({ ...nothing, failed: 1, sent: 1 })
    expect(await mails()).toMatchObject([
      {
        status: 'failed',
        text: ada.text,
        last_error: expect.stringContaining('550 No such user'),
      },
      { status: 'sent' },
    ])
  })

  it('a receiver that is no address fails at once, and the others get their mail', async () => {
    await using server = await startSmtpServer()
    await queueMail(db, mailTo('ada@example.com, eve@example.com'))
    await queueMail(db, bob)

    expect(await deliver(server.settings)).toEqual({ ...nothing, failed: 1, sent: 1 })
    expect(server.arrived).toMatchObject([{ to: [bob.to] }])
    expect(await mails()).toMatchObject([
      { last_error: expect.stringMatching(/^Invalid email header\./) },
      {},
    ])
  })

  it('a receiver who is busy is tried again', async () => {
    let busy = true
    await using server = await startSmtpServer({
      onRcptTo: (_address, _session, done) => done(busy ? refuse(451, 'Try later') : null),
    })
    await queueMail(db, ada)
    expect(await deliver(server.settings)).toEqual({ ...nothing, queued: 1 })

    busy = false
    await due()
    expect(await deliver(server.settings)).toEqual({ ...nothing, sent: 1 })
    expect(await mails()).toMatchObject([{ status: 'sent', attempts: 2, last_error: null }])
  })
})

describe('without SMTP', () => {
  it('a mail is kept, whole, for an administrator to read', async () => {
    await queueMail(db, ada)
    expect(await deliver(null)).toEqual({ ...nothing, stored: 1 })
    expect(await mails()).toMatchObject([
      { status: 'stored', to_address: ada.to, text: ada.text, html: ada.html, attempts: 0 },
    ])
  })

  it('and is not sent months later when somebody sets SMTP up', async () => {
    await using server = await startSmtpServer()
    await queueMail(db, ada)
    await deliver(null)

    expect(await deliver(server.settings)).toEqual(nothing)
    expect(server.arrived).toEqual([])
  })
})

describe('while the mail server is down', () => {
  // @cap:operations.dependency-failures
  it('nothing is lost: the mail waits a minute, says why, and goes out afterwards', async () => {
    await using server = await startSmtpServer()
    await queueMail(db, ada)

    expect(await deliver(settingsFor(await closedPort()))).toEqual({ ...nothing, queued: 1 })
    expect(await mails()).toMatchObject([
      {
        status: 'queued',
        attempts: 1,
        text: ada.text,
        last_error: expect.stringMatching(/^Could not connect with the SMTP server\. \(.*ECONNREF/),
      },
    ])
    const [wait] = await secondsToWait()
    expect(wait).toBeGreaterThan(50)
    expect(wait).toBeLessThanOrEqual(60)

    expect(await deliver(server.settings)).toEqual(nothing)
    await due()
    expect(await deliver(server.settings)).toEqual({ ...nothing, sent: 1 })
  })

  it('the mails behind the first one are not tried in vain', async () => {
    await queueMail(db, ada)
    await queueMail(db, bob)

    expect(await deliver(settingsFor(await closedPort()))).toEqual({ ...nothing, queued: 1 })
    expect((await mails()).map(({ attempts }) => attempts)).toEqual([1, 0])
  })

  it('a wrong password counts as down: an administrator can mend it', async () => {
    await using server = await startSmtpServer({
      onAuth: (_auth, _session, done) => done(refuse(535, 'Wrong password')),
    })
    await queueMail(db, ada)
    const settings = { ...server.settings, user: 'cairn', password: 'wrong' }

    expect(await deliver(settings)).toEqual({ ...nothing, queued: 1 })
    const [mail] = await mails()
    expect(mail?.last_error).toMatch(/^Invalid credentials provided/)
    expect(JSON.stringify([mail, logged])).not.toContain('"wrong"')
  })

  it('it is tried twelve times, then given up with its text and the reason', async () => {
    await queueMail(db, ada)
    const nobody = settingsFor(await closedPort())
    for (let attempt = 1; attempt < 12; attempt++) {
      expect(await deliver(nobody)).toEqual({ ...nothing, queued: 1 })
      await due()
    }

    expect(await deliver(nobody)).toEqual({ ...nothing, failed: 1 })
    expect(await mails()).toMatchObject([
      { status: 'failed', attempts: 12, text: ada.text, last_error: expect.any(String) },
    ])
    await due()
    expect(await deliver(nobody)).toEqual(nothing)
  })

  it.each([
    [1, 60],
    [2, 120],
    [3, 240],
    [9, 15_360],
    [10, 21_600],
    [12, 21_600],
  ])('after try %i it waits %i seconds', (attempts, seconds) => {
    expect(secondsUntilNextTry(attempts)).toBe(seconds)
  })
})

describe('several nodes', () => {
  it('never send one mail twice, however many look at the queue together', async () => {
    await using server = await startSmtpServer()
    const names = Array.from({ length: 30 }, (_, index) => `user${index}@example.com`)
    for (const name of names) await queueMail(db, mailTo(name))

    const runs = await Promise.all(Array.from({ length: 5 }, () => deliver(server.settings)))

    const arrived = server.arrived.map(({ to }) => to[0]).sort()
    expect(arrived).toEqual(names.sort())
    expect(runs.reduce((total, { sent }) => total + sent, 0)).toBe(30)
  })

  it('do not wait for a mail another one is just taking', async () => {
    await using server = await startSmtpServer()
    await queueMail(db, ada)
    await queueMail(db, bob)
    await db.transaction().execute(async (other) => {
      await other
        .selectFrom('mails')
        .selectAll()
        .where('to_address', '=', ada.to)
        .forUpdate()
        .execute()
      expect(await deliver(server.settings)).toEqual({ ...nothing, sent: 1 })
    })
    expect(server.arrived).toMatchObject([{ to: [bob.to] }])
  })

  it('send what a node that died had taken, once its time is over', async () => {
    await using server = await startSmtpServer()
    await queueMail(db, ada)
    await claimMail(db, 600)

    expect(await deliver(server.settings)).toEqual(nothing)
    await due()
    expect(await deliver(server.settings)).toEqual({ ...nothing, sent: 1 })
  })
})

describe('a mailer', () => {
  const mailer = (settings: SmtpSettings | null) =>
    createMailer({ db, settings: async () => settings, log })

  it('sends at once', async () => {
    await using server = await startSmtpServer()
    expect(await mailer(server.settings).send(ada)).toBe('sent')
    expect(server.arrived).toMatchObject([{ to: [ada.to] }])
  })

  it('sends its own mail, not the queue’s', async () => {
    await using server = await startSmtpServer()
    await queueMail(db, bob)
    await mailer(server.settings).send(ada)
    expect(server.arrived).toMatchObject([{ to: [ada.to] }])
    expect((await mails()).map(({ status }) => status)).toEqual(['queued', 'sent'])
  })

  it('keeps what it cannot send', async () => {
    await queueMail(db, bob)
    expect(await mailer(null).send(ada)).toBe('stored')
    expect((await mails()).map(({ status }) => status)).toEqual(['queued', 'stored'])
  })

  it('does not fail with the mail server: the job tries again', async () => {
    await using server = await startSmtpServer()
    expect(await mailer(settingsFor(await closedPort())).send(ada)).toBe('queued')
    await due()
    expect(await deliver(server.settings)).toMatchObject({ sent: 1 })
  })

  it('says when there is no hope', async () => {
    await using server = await startSmtpServer()
    expect(await mailer(server.settings).send(mailTo('nobody'))).toBe('failed')
  })

  it('writes neither addresses nor texts into the log', async () => {
    await using server = await startSmtpServer({
      onRcptTo: ({ address }, _session, done) => done(refuse(550, `${address} is unknown`)),
    })
    logged.length = 0
    await mailer(server.settings).send(ada)
    expect(JSON.stringify(logged)).toContain('All recipient addresses were refused.')
    expect(JSON.stringify(logged)).not.toMatch(/ada@example|Dear/)
  })
})
