import { MEMBER, serviceAccountsApi } from '@cairn/contract'
import { usersV1 } from '@cairn/contract/v1'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { programServer } from '#test/programs.ts'
import { createCounter } from './rate-limit.ts'

const { app, programsOf } = await programServer({ environment: { API_KEY_RATE_LIMIT: '3/minute' } })

const me = (headers: Record<string, string>) =>
  app.inject({ url: usersV1.me.url, headers: { ...headers } })

// @cap:public-api.rate-limit
describe('a token', () => {
  it('is told how often it may still ask, and when it may again', async () => {
    const { ada, mel } = await programsOf('ada', ['mel', MEMBER])
    const remaining: unknown[] = []
    for (let n = 0; n < 3; n += 1) {
      const { headers } = await me(ada.headers)
      remaining.push(headers['x-ratelimit-remaining'])
      const reset = Number(headers['x-ratelimit-reset'])
      expect(Math.abs(reset - (Date.now() / 1000 + 60))).toBeLessThan(10)
    }
    expect(remaining).toEqual(['2', '1', '0'])
    const refused = await me(ada.headers)
    expect(refused.statusCode).toBe(429)
    expect(refused.json()).toEqual({ error_code: 5900, error_message: 'RATE_LIMIT_EXCEEDED' })
    const wait = Number(refused.headers['retry-after'])
    expect(wait).toBeGreaterThan(0)
    expect(wait).toBeLessThanOrEqual(60)
    expect(refused.headers).not.toHaveProperty('x-ratelimit-remaining')
    // Tokens have separate limits.
    expect((await me(mel.headers)).statusCode).toBe(200)
  })

  it('does not pay for what it was refused for', async () => {
    const { ada } = await programsOf('ada')
    for (let n = 0; n < 5; n += 1) {
      const url = '/api/v1/workspaces/nowhere-at-all/projects/'
      await app.inject({ url, headers: ada.headers })
      await me({})
    }
    expect((await me(ada.headers)).headers['x-ratelimit-remaining']).toBe('2')
  })

  // @cap:integrations.service-token
  it('of a workspace’s automations may ask 300 times', async () => {
    const { ada } = await programsOf('ada')
    const { token } = await ada.browser.call(serviceAccountsApi.openToken)
    expect(await ada.browser.call(serviceAccountsApi.openToken)).toEqual({ token })
    const { headers, statusCode } = await me({ 'x-api-key': token })
    expect(statusCode).toBe(200)
    expect(headers['x-ratelimit-remaining']).toBe('299')
  })
})

it('an operator can lift the limit', async () => {
  const unlimited = await programServer({ environment: { API_KEY_RATE_LIMIT: '0' } })
  const { ada } = await unlimited.programsOf('ada')
  const { headers, statusCode } = await unlimited.app.inject({
    url: usersV1.me.url,
    headers: ada.headers,
  })
  expect(statusCode).toBe(200)
  expect(headers).not.toHaveProperty('x-ratelimit-remaining')
})

// @cap:public-api.rate-limit
it('in no minute are more calls let in than allowed, and whoever waits as told is let in', () => {
  const gaps = fc.array(fc.integer({ min: 0, max: 40_000 }), { maxLength: 200 })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 8 }), gaps, (most, pauses) => {
      const count = createCounter()
      const let_in: number[] = []
      let now = 1_000_000
      for (const pause of pauses) {
        now += pause
        const inWindow = let_in.filter((moment) => moment > now - 60_000).length
        const verdict = count('key', most, now)
        if ('remaining' in verdict) {
          let_in.push(now)
          expect(verdict.remaining).toBe(most - inWindow - 1)
        } else {
          expect(inWindow).toBe(most)
          now += verdict.wait * 1000
          expect(count('key', most, now)).toHaveProperty('remaining')
          let_in.push(now)
        }
      }
    }),
  )
})
