import { expect, it } from 'vitest'
import { describeAgent, isPhone } from './describe-agent.ts'

const iphone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

it.each([
  [
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36',
    'Chrome',
    'Linux',
  ],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0',
    'Edge',
    'Windows',
  ],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:132.0) Gecko/20100101 Firefox/132.0',
    'Firefox',
    'macOS',
  ],
  [iphone, 'Safari', 'iOS'],
  ['curl/8.5.0', undefined, undefined],
  ['', undefined, undefined],
])('reads %s as %s on %s', (agent, browser, system) => {
  expect(describeAgent(agent)).toEqual({ browser, system })
})

it('knows a phone', () => {
  expect(isPhone(iphone)).toBe(true)
  expect(isPhone('Mozilla/5.0 (X11; Linux x86_64) Chrome/130.0.0.0')).toBe(false)
})
