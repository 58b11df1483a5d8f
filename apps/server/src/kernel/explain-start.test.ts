import { expect, it } from 'vitest'
import { readConfig } from '#config'
import { explainStart } from './explain-start.ts'

const config = readConfig({ PORT: '80', DATA_DIR: '/srv/cairn' })
const fault = (code: string, message = code) => Object.assign(new Error(message), { code })

it.each([
  [
    fault('EADDRINUSE'),
    'Port 80 is taken by another program. Set PORT to a free one, or stop that program.',
  ],
  [
    fault('EACCES', 'listen EACCES'),
    'Port 80 needs more rights than this user has. Set PORT to 1024 or higher.',
  ],
  [fault('EADDRNOTAVAIL'), 'This machine has no address 127.0.0.1. Set HOST to one it has.'],
  [fault('ENOSPC'), 'No disk space is left for /srv/cairn.'],
  [
    fault('ECONNREFUSED', 'connect ECONNREFUSED'),
    'The database cannot be reached: connect ECONNREFUSED',
  ],
  [new Error('first line\nsecond line'), 'first line'],
])('explains %s', (error, sentence) => {
  expect(explainStart(error, config)).toBe(sentence)
})
