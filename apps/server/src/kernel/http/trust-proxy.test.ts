import http from 'node:http'
import { authApi } from '@cairn/contract'
import { describe, expect, it } from 'vitest'
import { readConfig } from '#config'
import { limits } from '#kernel/auth/limits.ts'
import { testServer } from '#test/server.ts'
import { newApp } from './new-app.ts'

const { app } = await testServer()

/** The client address the server sees with this proxy setting. */
async function addressSeen(TRUST_PROXY: string, forwarded?: string) {
  const one = newApp({ ...app.deps, config: readConfig({ TRUST_PROXY }) })
  one.get('/', async (request) => ({ ip: request.ip, protocol: request.protocol }))
  const response = await one.inject({
    url: '/',
    headers: { ...(forwarded && { 'x-forwarded-for': forwarded }) },
  })
  await one.close()
  return response.json().ip
}

describe('the address of a client', () => {
  it.each([
    ['', '203.0.113.9', '127.0.0.1'],
    ['0', '203.0.113.9', '127.0.0.1'],
    ['1', undefined, '127.0.0.1'],
    ['1', '203.0.113.9', '203.0.113.9'],
    ['1', '198.51.100.1, 203.0.113.9', '203.0.113.9'],
    ['1', '198.51.100.1, 198.51.100.2, 203.0.113.9', '203.0.113.9'],
    ['true', '198.51.100.1, 203.0.113.9', '203.0.113.9'],
    ['2', '198.51.100.1, 203.0.113.9, 10.0.0.2', '203.0.113.9'],
    ['127.0.0.1', '198.51.100.1, 203.0.113.9', '203.0.113.9'],
    ['127.0.0.1, 10.0.0.0/8', '198.51.100.1, 203.0.113.9, 10.0.0.2', '203.0.113.9'],
    ['10.0.0.0/8', '198.51.100.1, 203.0.113.9', '127.0.0.1'],
  ])('with TRUST_PROXY=%o and X-Forwarded-For %o is %s', async (trust, forwarded, ip) => {
    expect(await addressSeen(trust, forwarded)).toBe(ip)
  })

  it('cannot be chosen by the client behind a proxy that appends', async () => {
    const address = await app.listen({ port: 0, host: '127.0.0.1' })
    const target = new URL(address)
    // What nginx does with $proxy_add_x_forwarded_for, for a client at 203.0.113.9.
    const proxy = http.createServer((request, response) => {
      const { headers, method, url: path } = request
      const added = [headers['x-forwarded-for'], '203.0.113.9'].filter(Boolean).join(', ')
      const onward = http.request(
        {
          host: target.hostname,
          port: target.port,
          method,
          path,
          headers: { ...headers, 'x-forwarded-for': added },
        },
        (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers)
          answer.pipe(response)
        },
      )
      request.pipe(onward)
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    const { port } = proxy.address() as { port: number }
    const statuses = await Promise.all(
      Array.from({ length: limits.authentication.most + 5 }, async (_, n) => {
        const response = await fetch(`http://127.0.0.1:${port}${authApi.emailCheck.url}`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.51.100.${n}` },
          body: JSON.stringify({ email: 'ada@cairn.test' }),
        })
        return response.status
      }),
    )
    proxy.close()
    expect(statuses.filter((status) => status === 429)).toHaveLength(5)
  })
})
