import { isTimezone } from '@cairn/calendar'
import { timeZonesApi as api } from '@cairn/contract'
import { expect, it } from 'vitest'
import { testServer } from '#test/server.ts'
import { listTimeZones } from './service.ts'
import { zones } from './zones.ts'

const { app, person, stranger } = await testServer()

it('names every place with the offset of the day, from west to east', () => {
  const summer = listTimeZones(new Date('2026-07-01T12:00:00Z'))
  expect(summer).toHaveLength(zones.length)
  expect(summer).toContainEqual({
    utc_offset: 'UTC+05:30',
    gmt_offset: 'GMT+05:30',
    value: 'Asia/Kolkata',
    label: 'Kolkata',
  })
  expect(summer[0]).toMatchObject({ label: 'American Samoa', utc_offset: 'UTC-11:00' })
  expect(summer.at(-1)).toMatchObject({ label: 'Kiritimati Island', utc_offset: 'UTC+14:00' })
  const dublin = (moment: string) =>
    listTimeZones(new Date(moment)).find(({ value }) => value === 'Europe/Dublin')?.utc_offset
  expect(dublin('2026-07-01T12:00:00Z')).toBe('UTC+01:00')
  expect(dublin('2026-01-01T12:00:00Z')).toBe('UTC+00:00')
})

it('knows each of its zones, and each name once', () => {
  expect(zones.filter(([, zone]) => !isTimezone(zone))).toEqual([])
  expect(new Set(zones.map(([label]) => label)).size).toBe(zones.length)
  expect(['+02:00', 'Mars/Olympus', ''].map(isTimezone)).toEqual([false, false, false])
})

it('answers anyone, strangers not more than 30 times a minute', async () => {
  const ask = () => app.inject({ url: api.list.url, headers: { 'x-forwarded-for': '10.9.8.7' } })
  const answers = await Promise.all(Array.from({ length: 31 }, ask))
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(30)
  const refused = answers.find(({ statusCode }) => statusCode === 429)
  expect(refused?.json()).toEqual({ error_code: 5900, error_message: 'RATE_LIMIT_EXCEEDED' })
  expect((await stranger.call(api.list)).timezones).toHaveLength(zones.length)

  const ada = await person('ada')
  const signedIn = () =>
    app.inject({
      url: api.list.url,
      cookies: ada.cookies,
      headers: { 'x-forwarded-for': '10.9.8.7' },
    })
  expect((await signedIn()).statusCode).toBe(200)
})
