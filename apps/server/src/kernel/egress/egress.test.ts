import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { gzipSync } from 'node:zlib'
import { afterEach, describe, expect, it } from 'vitest'
import { createEgress, type EgressRequest } from './egress.ts'
import { EgressFailed, EgressRefused } from './errors.ts'
import { localhostCertificate } from './localhost-certificate.ts'

const open: { close(): void }[] = []
afterEach(() => {
  for (const server of open.splice(0)) server.close()
})

async function listen(server: Server | ReturnType<typeof createTcpServer>): Promise<number> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => sockets.add(socket))
  open.push({
    close() {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return (server.address() as AddressInfo).port
}

async function serve(handler: RequestListener): Promise<string> {
  return `http://127.0.0.1:${await listen(createServer(handler))}`
}

const redirectTo =
  (location: string, status = 302): RequestListener =>
  (_request, response) =>
    response.writeHead(status, { location }).end()

async function bodyOf(request: IncomingMessage): Promise<string> {
  return Buffer.concat(await request.toArray()).toString()
}

/** Responds with the received request, as JSON. */
const mirror: RequestListener = async (request, response) => {
  const { method, url, headers } = request
  response.end(JSON.stringify({ method, url, headers, body: await bodyOf(request) }))
}

const egress = createEgress({ allow: ['127.0.0.0/8'] })
const closedEgress = createEgress({ allow: [] })

async function seenBy(url: string, request?: EgressRequest) {
  const { body } = await egress.fetch(url, request)
  return JSON.parse(body.toString()) as {
    method: string
    url: string
    headers: Record<string, string>
    body: string
  }
}

describe('a call', () => {
  it('carries method, headers and body, and brings back status, headers and body', async () => {
    const url = await serve(async (request, response) => {
      const body = await bodyOf(request)
      response.writeHead(201, { 'x-answer': 'yes' })
      response.end(`${request.method} ${request.headers['x-asked']} ${body}`)
    })

    const answer = await egress.fetch(`${url}/hook?a=1`, {
      method: 'post',
      headers: { 'X-Asked': 'please' },
      body: '{"ok":true}',
    })

    expect(answer.status).toBe(201)
    expect(answer.headers['x-answer']).toBe('yes')
    expect(answer.body.toString()).toBe('POST please {"ok":true}')
    expect(answer.url).toBe(`${url}/hook?a=1`)
  })

  it('brings back an error status as an answer, not as an exception', async () => {
    const url = await serve((_request, response) => response.writeHead(503).end('later'))
    expect(await egress.fetch(url)).toMatchObject({ status: 503, body: Buffer.from('later') })
  })

  it('lets no caller set the headers that belong to the connection', async () => {
    const url = await serve(mirror)
    const seen = await seenBy(url, {
      method: 'POST',
      body: 'abc',
      headers: { Host: 'internal', 'Content-Length': '1', 'Transfer-Encoding': 'chunked' },
    })

    expect(seen.headers.host).toBe(new URL(url).host)
    expect(seen.headers).toMatchObject({ 'content-length': '3' })
    expect(seen.headers).not.toHaveProperty('transfer-encoding')
    expect(seen.body).toBe('abc')
  })

  it('asks for an uncompressed answer whatever the caller says', async () => {
    const seen = await seenBy(await serve(mirror), { headers: { 'Accept-Encoding': 'gzip' } })
    expect(seen.headers['accept-encoding']).toBe('identity')
  })
})

describe('a long answer', () => {
  const long = 'x'.repeat(5000)

  it('is cut where the caller wants it so', async () => {
    const url = await serve((_request, response) => response.writeHead(207).end(long))
    const answer = await egress.fetch(url, { maxBytes: 1000, cutsAnswer: true })
    expect(answer).toMatchObject({ status: 207, body: Buffer.from(long.slice(0, 1000)) })
    const whole = await egress.fetch(url, { maxBytes: 5000, cutsAnswer: true })
    expect(whole.body).toHaveLength(5000)
  })

  it('is cut even if it never ends', async () => {
    const url = await serve((_request, response) => {
      response.write(long)
    })
    const answer = await egress.fetch(url, { maxBytes: 4999, cutsAnswer: true })
    expect(answer.body).toHaveLength(4999)
  })
})

describe('what stands in the way', () => {
  const asked = createEgress({
    allow: [],
    allowHosts: ['wiki.corp'],
    resolve: async (host) => {
      if (host === 'nowhere.example') throw new Error('ENOTFOUND')
      const address = host === 'public.example' ? '93.184.216.34' : '10.0.0.1'
      return host === 'empty.example' ? [] : [{ address, family: 4 }]
    },
  })

  it.each([
    ['http://public.example/', undefined],
    ['http://wiki.corp/', undefined],
    ['http://10.0.0.1/', 'refused'],
    ['http://inside.example/', 'refused'],
    ['http://empty.example/', 'no addresses'],
    ['http://nowhere.example/', 'unresolved'],
  ])('of %s is %s', async (url, obstacle) => {
    expect(await asked.obstacleTo(new URL(url))).toBe(obstacle)
  })
})

describe('where a call may go', () => {
  it.each([
    ['file:///etc/passwd'],
    ['ftp://example.com/'],
    ['gopher://example.com/'],
    ['javascript:alert(1)'],
    ['data:text/plain,hello'],
    ['unix:/var/run/docker.sock'],
  ])('refuses %s: only http and https', async (url) => {
    await expect(egress.fetch(url)).rejects.toThrow('Only http and https URLs can be called.')
  })

  it.each([
    [''],
    ['not a url'],
    ['http://'],
    ['//example.com/'],
    ['http://[::1'],
    ['http://1.2.3.256/'],
  ])('refuses %o: not a URL', async (url) => {
    await expect(egress.fetch(url)).rejects.toThrow(new EgressRefused('The URL is not valid.'))
  })

  it.each([
    ['http://user:secret@example.com/'],
    ['http://user@example.com/'],
    ['http://:p@example.com/'],
  ])('refuses %s: credentials in the URL', async (url) => {
    await expect(egress.fetch(url)).rejects.toThrow('must not contain a user name or password')
  })

  it.each([
    ['plain', 'http://127.0.0.1/'],
    ['decimal', 'http://2130706433/'],
    ['hexadecimal', 'http://0x7f000001/'],
    ['hexadecimal by part', 'http://0x7f.0x0.0x0.0x1/'],
    ['octal', 'http://0177.0.0.1/'],
    ['octal as one number', 'http://017700000001/'],
    ['short', 'http://127.1/'],
    ['shorter', 'http://0/'],
    ['with a trailing dot', 'http://127.0.0.1./'],
    ['in full-width digits', 'http://１２７.０.０.１/'],
    ['with ideographic dots', 'http://127。0。0。1/'],
    ['percent-encoded', 'http://%31%32%37.0.0.1/'],
    ['IPv6', 'http://[::1]/'],
    ['IPv4-mapped', 'http://[::ffff:127.0.0.1]/'],
    ['IPv4-mapped in hexadecimal', 'http://[::ffff:7f00:1]/'],
    ['NAT64', 'http://[64:ff9b::127.0.0.1]/'],
    ['6to4', 'http://[2002:7f00:1::]/'],
    ['by name', 'http://localhost/'],
    ['by name in capitals', 'http://LOCALHOST/'],
    ['the metadata service', 'http://169.254.169.254/latest/meta-data/'],
    ['the metadata service as a number', 'http://2852039166/'],
  ])('refuses the local address written %s: %s', async (_how, url) => {
    const refusal = closedEgress.fetch(url)
    await expect(refusal).rejects.toBeInstanceOf(EgressRefused)
    await expect(refusal).rejects.toThrow('is not a public address')
  })

  it('sends nothing at all to a refused address', async () => {
    let calls = 0
    const url = await serve((_request, response) => {
      calls++
      response.end()
    })

    await expect(closedEgress.fetch(url)).rejects.toBeInstanceOf(EgressRefused)
    expect(calls).toBe(0)
  })

  it('refuses a name of which only one address is private', async () => {
    const mixed = createEgress({
      allow: [],
      resolve: async () => [
        { address: '93.184.216.34', family: 4 },
        { address: '10.0.0.5', family: 4 },
      ],
    })
    await expect(mixed.fetch('http://mixed.example/')).rejects.toThrow('not a public address')
  })

  it('refuses a name without addresses', async () => {
    const nowhere = createEgress({ allow: [], resolve: async () => [] })
    await expect(nowhere.fetch('http://nowhere.example/')).rejects.toBeInstanceOf(EgressRefused)
  })

  it('does not tell the caller which private address a name has', async () => {
    const inside = createEgress({
      allow: [],
      resolve: async () => [{ address: '10.9.8.7', family: 4 }],
    })
    await expect(inside.fetch('http://wiki.corp/')).rejects.toThrow(/^(?!.*10\.9\.8\.7)/)
  })

  it('refuses to start with a range nobody can read', () => {
    expect(() => createEgress({ allow: ['10.0.0.0'] })).toThrow("'10.0.0.0' is not a range")
  })
})

const pinned = createEgress({
  allow: ['127.0.0.0/8'],
  resolve: async () => [{ address: '127.0.0.1', family: 4 }],
})

describe('the address that was checked', () => {
  it('is the one it connects to: the name is asked for once', async () => {
    const port = new URL(await serve(mirror)).port
    const answers = ['127.0.0.1', '10.0.0.1', '169.254.169.254']
    const asked: string[] = []
    const rebinding = createEgress({
      allow: ['127.0.0.0/8'],
      resolve: async (host) => {
        asked.push(host)
        return [{ address: answers[asked.length - 1]!, family: 4 }]
      },
    })

    const { body } = await rebinding.fetch(`http://rebind.example:${port}/`)

    expect(asked).toEqual(['rebind.example'])
    expect(JSON.parse(body.toString()).headers.host).toBe(`rebind.example:${port}`)
    await expect(rebinding.fetch(`http://rebind.example:${port}/`)).rejects.toThrow('not a public')
  })

  it('does not change the name a certificate is checked against', async () => {
    const names: string[] = []
    const server = createTlsServer(
      {
        ...localhostCertificate,
        SNICallback: (name, done) => {
          names.push(name)
          done(null)
        },
      },
      (_request, response) => response.end('secret'),
    )
    const port = await listen(server)
    const authorities = getCACertificates('default')
    setDefaultCACertificates([localhostCertificate.cert])
    try {
      const { body } = await pinned.fetch(`https://localhost:${port}/`)
      expect(body.toString()).toBe('secret')
      expect(names).toEqual(['localhost'])
      await expect(pinned.fetch(`https://other.example:${port}/`)).rejects.toThrow(/other\.example/)
    } finally {
      setDefaultCACertificates(authorities)
    }
  })

  it('must have a certificate somebody vouches for', async () => {
    const port = await listen(
      createTlsServer(localhostCertificate, (_request, response) => response.end()),
    )
    await expect(pinned.fetch(`https://localhost:${port}/`)).rejects.toThrow(/certificate/)
  })
})

describe('a redirect', () => {
  it('is followed, and the answer says where it came from', async () => {
    const target = await serve((_request, response) => response.end('here'))
    const url = await serve(redirectTo(`${target}/new`))

    const answer = await egress.fetch(url)
    expect(answer).toMatchObject({ status: 200, url: `${target}/new` })
    expect(answer.body.toString()).toBe('here')
  })

  it('may be relative', async () => {
    const url = await serve((request, response) =>
      request.url === '/a/b' ? redirectTo('../c')(request, response) : mirror(request, response),
    )
    expect((await seenBy(`${url}/a/b`)).url).toBe('/c')
  })

  it.each([
    ['http://169.254.169.254/latest/', 'is not a public address'],
    ['http://[::1]/', 'is not a public address'],
    ['http://0x0a000001/', 'is not a public address'],
    ['file:///etc/passwd', 'Only http and https'],
    ['http://user:pass@127.0.0.1/', 'must not contain a user name'],
    ['http://[', 'The URL is not valid'],
  ])('to %s is refused like a first call', async (location, reason) => {
    const url = await serve(redirectTo(location))
    await expect(egress.fetch(url)).rejects.toThrow(reason)
  })

  it('is followed three times and no more', async () => {
    const url = await serve((request, response) => {
      const left = Number(request.url!.slice(1))
      if (left === 0) response.end('arrived')
      else redirectTo(`/${left - 1}`)(request, response)
    })

    expect((await egress.fetch(`${url}/3`)).body.toString()).toBe('arrived')
    await expect(egress.fetch(`${url}/4`)).rejects.toThrow('redirects more than 3 times')
    await expect(egress.fetch(`${url}/2`, { maxRedirects: 1 })).rejects.toThrow('more than 1 times')
  })

  it('is the answer for a caller who wants none followed', async () => {
    const url = await serve(redirectTo('http://169.254.169.254/'))
    expect(await egress.fetch(url, { maxRedirects: 0 })).toMatchObject({
      status: 302,
      url: `${url}/`,
    })
  })

  it('without a target is an ordinary answer', async () => {
    const url = await serve((_request, response) => response.writeHead(302).end('nowhere'))
    expect(await egress.fetch(url)).toMatchObject({ status: 302 })
  })

  const secrets = {
    authorization: 'Bearer secret',
    cookie: 'session=secret',
    'x-api-key': 'secret',
    'x-cairn-signature': 'secret',
    accept: 'application/json',
  }

  it('to another origin takes no secret along', async () => {
    const target = await serve(mirror)
    const url = await serve(redirectTo(target, 307))
    const seen = await seenBy(url, { method: 'POST', body: 'abc', headers: secrets })

    expect(JSON.stringify(seen)).not.toContain('secret')
    expect(seen.headers).toMatchObject({ accept: 'application/json', 'user-agent': 'Cairn' })
  })

  it('within the origin keeps the headers', async () => {
    const url = await serve((request, response) =>
      request.url === '/' ? redirectTo('/x')(request, response) : mirror(request, response),
    )
    expect((await seenBy(url, { headers: secrets })).headers).toMatchObject(secrets)
  })

  it.each([
    [301, 'POST', 'GET', ''],
    [302, 'POST', 'GET', ''],
    [303, 'PUT', 'GET', ''],
    [302, 'PUT', 'PUT', 'abc'],
    [307, 'POST', 'POST', 'abc'],
    [308, 'POST', 'POST', 'abc'],
  ])('with %i turns %s into %s', async (status, method, expected, body) => {
    const url = await serve((request, response) =>
      request.url === '/' ? redirectTo('/x', status)(request, response) : mirror(request, response),
    )
    const headers = { 'content-type': 'text/plain' }
    const seen = await seenBy(url, { method, body: 'abc', headers })
    expect(seen).toMatchObject({ method: expected, body })
    expect('content-type' in seen.headers).toBe(body !== '')
  })
})

describe('limits', () => {
  it('takes an answer of exactly the limit, and refuses one byte more', async () => {
    const url = await serve((request, response) =>
      response.end('x'.repeat(Number(request.url!.slice(1)))),
    )

    expect((await egress.fetch(`${url}/1000`, { maxBytes: 1000 })).body).toHaveLength(1000)
    await expect(egress.fetch(`${url}/1001`, { maxBytes: 1000 })).rejects.toThrow(
      'answered with more than 1000 bytes',
    )
  })

  it('stops reading an endless answer instead of collecting it', async () => {
    let sent = 0
    let stopped = false
    const url = await serve((_request, response) => {
      const chunk = Buffer.alloc(64 * 1024)
      const write = () => {
        while (!stopped && response.write(chunk)) sent += chunk.length
      }
      response.on('drain', write)
      response.on('close', () => {
        stopped = true
      })
      write()
    })

    await expect(egress.fetch(url)).rejects.toBeInstanceOf(EgressRefused)
    await expect.poll(() => stopped).toBe(true)
    expect(sent).toBeLessThan(50_000_000)
  })

  it('does not unpack an answer that is compressed although nobody asked', async () => {
    const bomb = gzipSync(Buffer.alloc(5_000_000))
    const url = await serve((_request, response) =>
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb),
    )
    expect((await egress.fetch(url)).body).toEqual(bomb)
  })

  it('takes a HEAD answer that announces more than the limit, for nothing of it comes', async () => {
    const url = await serve((_request, response) =>
      response.writeHead(200, { 'content-length': '5000000' }).end(),
    )
    expect(await egress.fetch(url, { method: 'HEAD' })).toMatchObject({ status: 200 })
  })

  it.each<[string, RequestListener]>([
    ['nothing', () => {}],
    ['headers and no body', (_request, response) => void response.writeHead(200).flushHeaders()],
    [
      'one byte now and then',
      (_request, response) => {
        const timer = setInterval(() => response.write('.'), 20)
        response.on('close', () => clearInterval(timer))
      },
    ],
    [
      'redirects, slowly',
      (_request, response) => {
        setTimeout(() => response.writeHead(302, { location: '/' }).end(), 120)
      },
    ],
  ])('gives up in time on a host that sends %s', async (_what, handler) => {
    let asked = 0
    const url = await serve((request, response) => {
      asked += 1
      handler(request, response)
    })
    await expect(egress.fetch(url, { timeoutMs: 200 })).rejects.toThrow(
      new EgressFailed('No answer within 0.2 seconds.'),
    )
    // The timeout covers everything, not each redirect.
    expect(asked).toBeLessThanOrEqual(2)
  })

  it('gives up in time on a resolver that does not answer', async () => {
    const stuck = createEgress({ allow: [], resolve: () => new Promise(() => {}) })
    await expect(stuck.fetch('http://slow.example/', { timeoutMs: 50 })).rejects.toThrow(
      'No answer within 0.05 seconds.',
    )
  })
})

describe('a host that fails', () => {
  it('refusing the connection is said so', async () => {
    const server = createServer()
    const port = await listen(server)
    await new Promise((closed) => server.close(closed))
    await expect(egress.fetch(`http://127.0.0.1:${port}/`)).rejects.toThrow(
      new EgressFailed('The host refused the connection.'),
    )
  })

  it('with an unknown name is said so', async () => {
    const unknown = createEgress({
      allow: [],
      resolve: async () => {
        throw Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' })
      },
    })
    await expect(unknown.fetch('http://unknown.example/')).rejects.toThrow(
      new EgressFailed('The host name is unknown.'),
    )
  })

  it.each([
    ['hangs up at once', (socket: Socket) => socket.destroy()],
    ['does not speak HTTP', (socket: Socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n')],
    [
      'hangs up in the middle',
      (socket: Socket) => {
        socket.end('HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\nhalf')
      },
    ],
    [
      'upgrades unasked',
      (socket: Socket) => {
        socket.end('HTTP/1.1 101 Switching\r\nconnection: upgrade\r\nupgrade: x\r\n\r\n')
      },
    ],
    [
      'sends endless headers',
      (socket: Socket) => {
        socket.write('HTTP/1.1 200 OK\r\n')
        socket.write(`x: ${'y'.repeat(100_000)}\r\n`)
      },
    ],
  ])('and %s fails the call, not the process', async (_how, answer) => {
    const port = await listen(
      createTcpServer((socket) => {
        socket.on('error', () => {})
        socket.once('data', () => answer(socket))
      }),
    )
    await expect(
      egress.fetch(`http://127.0.0.1:${port}/`, { timeoutMs: 1000 }),
    ).rejects.toBeInstanceOf(EgressFailed)
  })
})
