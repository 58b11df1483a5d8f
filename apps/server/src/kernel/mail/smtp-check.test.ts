import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import type { SMTPServerOptions } from 'smtp-server'
import { describe, expect, it } from 'vitest'
import { localhostCertificate } from '#kernel/egress/localhost-certificate.ts'
import { testSmtp } from './smtp-check.ts'
import { closedPort, settingsFor, startSmtpServer, startTcpServer } from './smtp-test-server.ts'

const ada = 'ada@example.com'
const credentials = { user: 'cairn', password: 'very secret' }

/** Sends the lines one by one, each in reply to any input. */
const script = (...lines: string[]) =>
  startTcpServer((socket) => {
    const answer = () => {
      const line = lines.shift()
      if (line === undefined) socket.end()
      else socket.write(`${line}\r\n`)
    }
    answer()
    socket.on('data', answer)
  })

const refusing = (code: number, text: string) =>
  Object.assign(new Error(text), { responseCode: code })

const signIn =
  (user: string, password: string): SMTPServerOptions['onAuth'] =>
  (auth, _session, done) => {
    const right =
      auth.username === user && (auth.password === password || auth.validatePassword?.(password))
    done(right ? null : refusing(535, 'Authentication failed'), { user: auth.username })
  }

describe('settings that work', () => {
  it('bring a mail to its receiver, and show the whole conversation', async () => {
    await using server = await startSmtpServer()
    const { ok, message, conversation } = await testSmtp(server.settings, ada)

    expect({ ok, message }).toEqual({ ok: true, message: 'Email successfully sent.' })
    expect(server.arrived).toMatchObject([{ from: 'cairn@example.com', to: [ada] }])
    expect(conversation[0]).toMatch(/^S: 220 /)
    expect(conversation).toContain('C: MAIL FROM:<cairn@example.com>')
    expect(conversation).toContain(`C: RCPT TO:<${ada}>`)
    expect(conversation).toContain('C: DATA')
  })

  it('do not put the mail itself into the conversation', async () => {
    await using server = await startSmtpServer()
    const { conversation } = await testSmtp(server.settings, ada)
    expect(server.arrived[0]?.raw).toContain('Cairn can send email')
    expect(conversation.join('\n')).not.toContain('Cairn can send email')
  })

  it.each([['PLAIN'], ['LOGIN'], ['CRAM-MD5']])(
    'sign in with %s, and show neither user nor password',
    async (method) => {
      await using server = await startSmtpServer({
        authOptional: false,
        authMethods: [method],
        onAuth: signIn(credentials.user, credentials.password),
      })
      const { ok, conversation } = await testSmtp({ ...server.settings, ...credentials }, ada)

      expect(ok).toBe(true)
      const shown = conversation.join('\n')
      expect(shown).toContain(`C: AUTH ${method}`)
      expect(shown).toContain('***')
      for (const secret of [
        credentials.password,
        `\0${credentials.user}\0${credentials.password}`,
      ]) {
        expect(shown).not.toContain(secret)
        expect(shown).not.toContain(Buffer.from(secret).toString('base64'))
      }
      expect(shown).not.toContain(Buffer.from(credentials.user).toString('base64'))
    },
  )

  it.each([
    ['STARTTLS', { useTls: true, useSsl: false }, {}],
    ['TLS from the start', { useTls: false, useSsl: true }, { secure: true }],
    ['TLS from the start, both boxes ticked', { useTls: true, useSsl: true }, { secure: true }],
  ])('go through %s', async (_how, use, options) => {
    const authorities = getCACertificates('default')
    setDefaultCACertificates([localhostCertificate.cert])
    try {
      await using server = await startSmtpServer({
        ...localhostCertificate,
        ...options,
        disabledCommands: [],
        allowInsecureAuth: false,
        onAuth: signIn(credentials.user, credentials.password),
      })
      const settings = { ...server.settings, ...credentials, ...use, host: 'localhost' }
      expect(await testSmtp(settings, ada)).toMatchObject({ ok: true })
      expect(server.arrived).toHaveLength(1)
    } finally {
      setDefaultCACertificates(authorities)
    }
  })
})

describe('settings that do not work are told by their reason', () => {
  it('no receiver', async () => {
    expect(await testSmtp(settingsFor(25), '')).toEqual({
      ok: false,
      message: 'Receiver email is required',
      conversation: [],
    })
  })

  it.each([
    ['ada@example.com\r\nBcc: eve@example.com'],
    ['ada@example.com, eve@example.com'],
    ['ada@example.com;eve@example.com'],
    ['Ada <ada@example.com>'],
    ['friends: ada@example.com, eve@example.com;'],
    ['"ada@example.com, x"@eve.example'],
    ['ada@example.com>\r\nRCPT TO:<eve@example.com'],
    ['ada'],
    ['@example.com'],
  ])('a receiver that is more or less than one address: %o', async (receiver) => {
    await using server = await startSmtpServer()
    expect(await testSmtp(server.settings, receiver)).toMatchObject({
      ok: false,
      message: 'Invalid email header.',
    })
    expect(server.arrived).toEqual([])
  })

  it('a sender that adds a header', async () => {
    await using server = await startSmtpServer()
    const settings = { ...server.settings, from: 'a@example.com\nBcc: eve@example.com' }
    expect(await testSmtp(settings, ada)).toMatchObject({ message: 'Invalid email header.' })
    expect(server.arrived).toEqual([])
  })

  it('a wrong password, which the conversation does not show', async () => {
    await using server = await startSmtpServer({ onAuth: signIn('cairn', 'another') })
    const check = await testSmtp({ ...server.settings, ...credentials }, ada)

    expect(check).toMatchObject({ ok: false, message: 'Invalid credentials provided' })
    expect(check.conversation).toContain('S: 535 Authentication failed')
    expect(check.conversation.join('\n')).not.toContain(credentials.password)
  })

  it('a password the server repeats, which the conversation still does not show', async () => {
    await using server = await startSmtpServer({
      onAuth: (auth, _session, done) => done(refusing(535, `${auth.password} is wrong`)),
    })
    const { conversation } = await testSmtp({ ...server.settings, ...credentials }, ada)
    expect(conversation).toContain('S: 535 *** is wrong')
    expect(conversation.join('\n')).not.toContain(credentials.password)
  })

  it('a server that wants a password when there is none', async () => {
    await using server = await startSmtpServer({ authOptional: false })
    expect(await testSmtp(server.settings, ada)).toMatchObject({
      message: 'Invalid credentials provided',
    })
  })

  it('nobody listening', async () => {
    const check = await testSmtp(settingsFor(await closedPort()), ada)
    expect(check).toMatchObject({ ok: false, message: 'Could not connect with the SMTP server.' })
    expect(check.conversation.at(-1)).toMatch(/^! .*ECONNREFUSED/)
  })

  it('a refused sender', async () => {
    await using server = await startSmtpServer({
      onMailFrom: (_address, _session, done) => done(refusing(553, 'Not your address')),
    })
    const check = await testSmtp(server.settings, ada)
    expect(check).toMatchObject({ ok: false, message: 'From address is invalid.' })
    expect(check.conversation).toContain('S: 553 Not your address')
  })

  it.each([[''], ['Cairn']])('no sender address: %o', async (from) => {
    await using server = await startSmtpServer()
    const check = await testSmtp({ ...server.settings, from }, ada)
    expect(check).toMatchObject({ ok: false, message: 'From address is invalid.' })
    expect(server.arrived).toEqual([])
  })

  it('a refused receiver', async () => {
    await using server = await startSmtpServer({
      onRcptTo: (_address, _session, done) => done(refusing(550, 'No such user')),
    })
    const check = await testSmtp(server.settings, ada)
    expect(check).toMatchObject({ ok: false, message: 'All recipient addresses were refused.' })
    expect(check.conversation).toContain('S: 550 No such user')
  })

  it('a refused message', async () => {
    await using server = await startSmtpServer({
      onData(stream, _session, done) {
        stream.resume().on('end', () => done(refusing(554, 'This is spam')))
      },
    })
    const check = await testSmtp(server.settings, ada)
    expect(check.message).toBe('Could not send email. Please check your configuration')
    expect(check.conversation).toContain('S: 554 This is spam')
  })

  it.each([
    ['at once', []],
    ['after its greeting', ['220 hello']],
    ['in the middle', ['220 hello', '250 hello', '250 sender ok']],
  ])('a server that hangs up %s', async (_when, lines) => {
    await using server = await script(...lines)
    expect(await testSmtp(server.settings, ada, { timeoutMs: 1000 })).toMatchObject({
      ok: false,
      message: 'SMTP server disconnected unexpectedly.',
    })
  })

  it.each([
    ['says nothing', () => {}],
    [
      'greets and then says nothing',
      (socket: { write(text: string): void }) => socket.write('220 hello\r\n'),
    ],
  ])('a server that %s', async (_how, answer) => {
    await using server = await startTcpServer(answer)
    expect(await testSmtp(server.settings, ada, { timeoutMs: 100 })).toMatchObject({
      ok: false,
      message: 'Timeout error while trying to connect to the SMTP server.',
    })
  })

  it('something that is no mail server', async () => {
    await using server = await script('HTTP/1.1 400 Bad Request')
    expect(await testSmtp(server.settings, ada, { timeoutMs: 1000 })).toMatchObject({
      ok: false,
      message: 'Could not send email. Please check your configuration',
    })
  })
})

describe('a password is never sent in the clear when TLS was asked for', () => {
  it('to a server that does not offer it', async () => {
    let signedIn = false
    await using server = await startSmtpServer({
      onAuth: (_auth, _session, done) => {
        signedIn = true
        done(null, { user: 'x' })
      },
    })
    const check = await testSmtp({ ...server.settings, ...credentials, useTls: true }, ada)

    expect(check.ok).toBe(false)
    expect(check.conversation.join('\n')).not.toContain('AUTH PLAIN')
    expect(signedIn).toBe(false)
    expect(server.arrived).toEqual([])
  })

  it('to a server whose certificate nobody vouches for', async () => {
    await using server = await startSmtpServer({ ...localhostCertificate, disabledCommands: [] })
    const settings = { ...server.settings, ...credentials, useTls: true, host: 'localhost' }
    const check = await testSmtp(settings, ada)

    expect(check.message).toBe('Could not send email. Please check your configuration')
    expect(check.conversation.at(-1)).toMatch(/certificate/)
    expect(server.arrived).toEqual([])
  })
})
