import { chmod, mkdir } from 'node:fs/promises'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import pg from 'pg'
import { expect, it } from 'vitest'
import { readConfig } from '#config'
import { closedPort, startSmtpServer } from '#kernel/mail/smtp-test-server.ts'
import { testBucket } from '#test/bucket.ts'
import { atEndOfFile } from '#test/end-of-file.ts'
import { databaseUrl, freePort, newFolder, run, scripts, start } from '#test/processes.ts'
import { setUp } from '#test/visitor.ts'
import { version } from '../version.ts'
import { diagnose } from './diagnose.ts'

type Environment = Record<string, string>

/** What the doctor says with these settings, by check. */
async function diagnosis(environment: Environment, limits?: Parameters<typeof diagnose>[1]) {
  const findings = await diagnose(readConfig(environment), limits)
  return Object.fromEntries(findings.map(({ check, level, text }) => [check, `${level}: ${text}`]))
}

/** A program that is not Cairn and answers everything alike. */
async function otherProgram(status: number, headers: Environment = {}) {
  const server = http.createServer((_request, reply) => reply.writeHead(status, headers).end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atEndOfFile(() => new Promise((closed) => server.close(closed)))
  return String((server.address() as AddressInfo).port)
}

/** Root may write everywhere except to what the kernel itself provides. */
async function unwritableFolder() {
  if (process.getuid?.() === 0) return '/proc/cairn'
  const folder = path.join(await newFolder(), 'closed')
  await mkdir(folder, { mode: 0o500 })
  atEndOfFile(() => chmod(folder, 0o700))
  return folder
}

const keys = { S3_ACCESS_KEY_ID: 'key', S3_SECRET_ACCESS_KEY: 'secret' }

// @cap:operations.doctor
it('finds what is wrong with port, folder, disk, database, mail, bucket, clock and proxy, and says what to do', async () => {
  const PORT = await otherProgram(200)
  const DATA_DIR = await unwritableFolder()
  const database = (await databaseUrl()).replace(/test_\w+/, 'nowhere')
  const mail = await closedPort()
  const hourAgo = new Date(Date.now() - 3_600_000).toUTCString()
  const bucket = await otherProgram(403, { date: hourAgo })
  const environment = {
    ...{ PORT, DATA_DIR, DATABASE_URL: database, WEB_URL: 'https://cairn.example.org' },
    ...{ SMTP_HOST: '127.0.0.1', SMTP_PORT: String(mail) },
    ...{ ...keys, S3_ENDPOINT_URL: `http://127.0.0.1:${bucket}` },
  }
  // More than any disk has free.
  const full = { problemBelow: 1e18, warningBelow: 1e18 }

  expect(await diagnosis(environment, full)).toEqual({
    port: `problem: Port ${PORT} is taken by another program. Set PORT to a free one, or stop that program.`,
    'data folder': expect.stringMatching(
      /^problem: \S+ cannot be written \(E.+\)\. Set DATA_DIR to a folder that this user may write\.$/,
    ),
    disk: expect.stringMatching(
      /^problem: .+ are free for \S+\. Free at least 1000000\.0 TB, or move the folder to a larger disk and set DATA_DIR\.$/,
    ),
    database:
      'problem: The database does not exist (database "nowhere" does not exist). Create it, or correct DATABASE_URL.',
    mail: expect.stringMatching(
      /^problem: The mail server 127\.0\.0\.1:\d+ cannot be used: Could not connect with the SMTP server\. .+ Check SMTP_HOST and the other SMTP settings, or \/god-mode\/email\/\.$/,
    ),
    bucket: expect.stringMatching(
      /^problem: An object cannot be stored in http.+ Check the S3 settings and what the keys permit\.$/,
    ),
    clock: expect.stringMatching(
      /^problem: This machine's clock is 36\d\d seconds ahead of that of the bucket\. Synchronize both with a time server \(NTP\)\.$/,
    ),
    'proxy headers':
      'problem: WEB_URL is https://cairn.example.org, but the headers of the proxy that ends https are ignored. Set TRUST_PROXY to the number of proxies (1) or their addresses.',
  })

  // The command prints the same, and its code says that there is a problem.
  const command = run(scripts.cairn, environment, 'doctor')
  expect(await command.ended).toBe(1)
  expect(command.said()).toContain(`problem  port           Port ${PORT} is taken`)
})

it('finds nothing wrong where everything works, and leaves nothing behind', async () => {
  await using mail = await startSmtpServer()
  const bucket = await testBucket()
  const { host, port } = mail.settings
  const DATA_DIR = await newFolder()
  const environment = {
    ...{ PORT: String(await freePort()), DATA_DIR, DATABASE_URL: await databaseUrl() },
    ...{ WEB_URL: 'https://cairn.example.org', TRUST_PROXY: '1' },
    ...{ SMTP_HOST: host, SMTP_PORT: String(port), SMTP_TLS: 'off', SMTP_FROM: 'a@cairn.test' },
    ...bucket.environment,
  }

  expect(await diagnosis(environment)).toEqual({
    port: `ok: 127.0.0.1:${environment.PORT} is free.`,
    'data folder': `ok: ${DATA_DIR} is writable.`,
    disk: expect.stringMatching(/^(ok|warning): .+ are free for /),
    database: expect.stringMatching(/^ok: PostgreSQL \d+\S* answers\.$/),
    mail: `ok: ${host}:${port} answers.`,
    bucket: 'ok: An object was stored in uploads, read and deleted.',
    clock: 'ok: The clock agrees with the database server and the bucket.',
    'proxy headers': 'ok: https://cairn.example.org is served through a trusted proxy.',
  })
  expect([await bucket.keys(), mail.arrived]).toEqual([[], []])

  bucket.fail('AccessDenied')
  expect(await diagnosis(environment)).toMatchObject({
    bucket: expect.stringMatching(/^problem: An object cannot be stored in .+AccessDenied/),
  })
})

it('warns before the disk is full', async () => {
  const DATA_DIR = await newFolder()
  const limits = { problemBelow: 0, warningBelow: 1e18 }
  expect(await diagnosis({ DATA_DIR, PORT: '0' }, limits)).toMatchObject({
    disk: expect.stringMatching(/^warning: .+ Free at least 1000000\.0 TB soon\.$/),
    database: 'ok: The database is created at the first start.',
  })
})

it('knows its own server, and uses the mail settings that an administrator stored', async () => {
  const shared = { DATABASE_URL: await databaseUrl(), DATA_DIR: await newFolder() }
  const { url, port, stop } = await start(shared)
  const robin = await setUp(url)
  const EMAIL_PORT = String(await closedPort())
  await robin.send('PATCH', '/api/instances/configurations/', {
    ...{ EMAIL_HOST: '127.0.0.1', EMAIL_PORT },
  })

  const PORT = String(port)
  expect(await diagnosis({ ...shared, PORT })).toMatchObject({
    port: `ok: Cairn ${version} is running on 127.0.0.1:${PORT}.`,
    mail: expect.stringMatching(`^problem: The mail server 127.0.0.1:${EMAIL_PORT} cannot be used`),
  })
  // A data folder without a server: the one that answers is another.
  expect(await diagnosis({ DATA_DIR: await newFolder(), PORT })).toMatchObject({
    port: `problem: Another Cairn (${version}) has port ${PORT}. Set PORT to a free one, or DATA_DIR to the folder of that Cairn.`,
  })
  await stop()
})

it('finds a database that cannot be reached, refuses the user, or may not be changed', async () => {
  const own = await databaseUrl()
  const DATA_DIR = await newFolder()
  const role = `guest_${crypto.randomUUID().replaceAll('-', '')}`
  const client = new pg.Client({ connectionString: own })
  await client.connect()
  await client.query(`create role ${role} login`)
  const said = async (DATABASE_URL: string) =>
    (await diagnosis({ DATABASE_URL, DATA_DIR, PORT: '0' })).database

  expect(await said(`postgresql://cairn@127.0.0.1:${await closedPort()}/cairn`)).toMatch(
    /^problem: The database cannot be used \(.*ECONNREFUSED.*\)\. Check DATABASE_URL, and that PostgreSQL is running there\.$/,
  )
  expect(await said(own.replace(/\/\/\w+@/, '//unknown@'))).toMatch(
    /^problem: The database refuses this user \(.+\)\. Correct the name and password in DATABASE_URL\.$/,
  )
  expect(await said(own.replace(/\/\/\w+@/, `//${role}@`))).toContain(
    `problem: The user ${role} may not create tables in the database`,
  )
  await client.query(`drop role ${role}`)
  await client.end()
})

const https = { WEB_URL: 'https://cairn.example.org' }

it.each<[Environment, string]>([
  [{}, 'ok: No proxy is trusted.'],
  [{ WEB_URL: 'http://cairn.lan' }, 'ok: No proxy is trusted.'],
  [{ ...https, TRUST_PROXY: '10.0.0.0/8, loopback' }, 'ok: https://cairn.example.org is served'],
  [{ ...https, TRUST_PROXY: 'nginx' }, 'problem: "nginx" in TRUST_PROXY is not an address.'],
  [{ ...https, TRUST_PROXY: '1', HOST: '0.0.0.0' }, 'warning: The server listens on all addresses'],
  [{ ...https, TRUST_PROXY: '10.0.0.2', HOST: '0.0.0.0' }, 'ok: https://cairn.example.org is'],
  [{ TRUST_PROXY: '1' }, 'warning: A proxy is trusted, but WEB_URL is not set.'],
])('compares the settings for proxies: %j', async (environment, expected) => {
  const DATA_DIR = await newFolder()
  const found = await diagnosis({ DATA_DIR, PORT: '0', ...environment })
  expect(found['proxy headers']?.startsWith(expected)).toBe(true)
})

it('checks the addresses that only a cluster has', async () => {
  const direct = await databaseUrl()
  const closed = `postgresql://cairn@127.0.0.1:${await closedPort()}/cairn`
  const shared = {
    DATA_DIR: await newFolder(),
    PORT: '0',
    DATABASE_URL: `${direct}&pgbouncer=true`,
  }
  const said = async (more: Environment) =>
    (await diagnosis({ ...shared, ...more }))['ways to the database']
  expect(await said({})).toMatch(
    /^warning: .*Set DATABASE_DIRECT_URL: until then nothing is cached/,
  )
  expect(await said({ DATABASE_DIRECT_URL: closed })).toMatch(
    /^problem: DATABASE_DIRECT_URL leads nowhere \(.*ECONNREFUSED.*\)\./,
  )
  const ways = { DATABASE_DIRECT_URL: direct }
  expect(await said(ways)).toBe('ok: All addresses lead where they should.')
  expect(await said({ ...ways, DATABASE_READ_URL: direct })).toMatch(
    /^warning: DATABASE_READ_URL leads to a primary/,
  )
  expect(await said({ ...ways, DATABASE_READ_URL: closed })).toMatch(
    /^warning: DATABASE_READ_URL leads nowhere/,
  )
})
