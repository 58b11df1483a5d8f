import { expect, it } from 'vitest'
import { type Mail, sendOverSmtp } from './smtp.ts'
import { HeaderRefused } from './smtp-errors.ts'
import { startSmtpServer } from './smtp-test-server.ts'

const mail: Mail = {
  to: 'ada@example.com',
  subject: 'Größe & Gewicht',
  text: 'Hello Ada,\nhere is the text.',
  html: '<p>Hello Ada,<br>here is the <b>HTML</b>.</p>',
}

it('sends both forms of a mail, with the sender’s name and a subject in any language', async () => {
  await using server = await startSmtpServer()
  await sendOverSmtp(server.settings, mail)

  const raw = server.arrived[0]?.raw
  expect(raw).toMatch(/^From: Cairn <cairn@example\.com>$/m)
  expect(raw).toMatch(/^To: ada@example\.com$/m)
  expect(raw).toContain(`Subject: =?UTF-8?Q?Gr=C3=B6=C3=9Fe_=26_Gewicht?=`)
  expect(raw).toContain('Content-Type: multipart/alternative')
  expect(raw).toContain('here is the text.')
  expect(raw).toContain('here is the <b>HTML</b>.')
})

it('sends plain text alone when there is no HTML', async () => {
  await using server = await startSmtpServer()
  await sendOverSmtp(server.settings, { ...mail, html: '' })
  expect(server.arrived[0]?.raw).toContain('Content-Type: text/plain')
  expect(server.arrived[0]?.raw).not.toContain('multipart')
})

it('is recognisable as automatic, and as the same mail at a second try', async () => {
  await using server = await startSmtpServer()
  await sendOverSmtp(server.settings, mail, { id: '7a1f' })
  await sendOverSmtp(server.settings, mail, { id: '7a1f' })

  for (const { raw } of server.arrived) {
    expect(raw).toMatch(/^Auto-Submitted: auto-generated$/m)
    expect(raw).toMatch(/^Message-ID: <7a1f@example\.com>$/m)
  }
  expect(server.arrived).toHaveLength(2)
})

it('comes from the user when no sender is set', async () => {
  await using server = await startSmtpServer({
    onAuth: (_auth, _session, done) => done(null, { user: 'x' }),
  })
  const settings = { ...server.settings, from: '', user: 'tracker@example.com', password: 'x' }
  await sendOverSmtp(settings, mail)
  expect(server.arrived).toMatchObject([{ from: 'tracker@example.com' }])
})

it('refuses a subject of more than one line', async () => {
  await using server = await startSmtpServer()
  const split = { ...mail, subject: 'Hello\r\nBcc: eve@example.com' }
  await expect(sendOverSmtp(server.settings, split)).rejects.toBeInstanceOf(HeaderRefused)
  expect(server.arrived).toEqual([])
})

it('sends a text that ends the conversation as a text', async () => {
  await using server = await startSmtpServer()
  const text = 'before\r\n.\r\nMAIL FROM:<eve@example.com>\r\nafter'
  await sendOverSmtp(server.settings, { ...mail, text, html: '' })
  expect(server.arrived).toHaveLength(1)
  expect(server.arrived[0]?.raw).toContain('after')
})
