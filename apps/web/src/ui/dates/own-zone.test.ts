import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { dayOfMoment, liveIn, momentAt, momentText, todayHere } from './own-zone.ts'

afterEach(() => liveIn(undefined))

describe('where the reader lives', () => {
  const moment = '2026-11-15T23:30:00.000Z'

  it.each([
    ['UTC', '2026-11-15', '11:30 PM'],
    ['Asia/Kolkata', '2026-11-16', '5:00 AM'],
    ['Pacific/Pago_Pago', '2026-11-15', '12:30 PM'],
    ['Pacific/Kiritimati', '2026-11-16', '1:30 PM'],
  ])('in %s a moment is of its day and time there', (zone, day, time) => {
    liveIn(zone)
    expect(dayOfMoment(moment)).toBe(day)
    expect(momentText(moment, 'time').replace(/\s/, ' ')).toBe(time)
    expect(momentText(moment)).toContain(`Nov ${Number(day.slice(-2))}, 2026`)
  })

  it('is where the browser is until it is known', () => {
    const now = new Date()
    const two = (number: number) => String(number).padStart(2, '0')
    const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
    expect(dayOfMoment(now)).toBe(day)
    expect(todayHere() >= day).toBe(true)
  })
})

describe('a time of a day', () => {
  it.each([
    ['UTC', '2026-11-15', 570, '2026-11-15T09:30:00.000Z'],
    ['Asia/Kolkata', '2026-11-15', 0, '2026-11-14T18:30:00.000Z'],
    ['America/New_York', '2026-03-08', 60, '2026-03-08T06:00:00.000Z'],
    ['America/New_York', '2026-03-08', 180, '2026-03-08T07:00:00.000Z'],
    ['America/New_York', '2026-11-01', 23 * 60, '2026-11-02T04:00:00.000Z'],
  ])('in %s on %s, %d minutes in', (zone, day, minutes, moment) => {
    liveIn(zone)
    expect(momentAt(day, minutes).toISOString()).toBe(moment)
  })

  it('falls on that day, in any zone', () => {
    const days = fc
      .date({ min: new Date('2020-01-01'), max: new Date('2035-01-01'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10))
    const zones = fc.constantFrom(
      ...['UTC', 'Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe', 'Asia/Kathmandu'],
    )
    fc.assert(
      fc.property(zones, days, fc.integer({ min: 240, max: 1439 }), (zone, day, minutes) => {
        liveIn(zone)
        expect(dayOfMoment(momentAt(day, minutes))).toBe(day)
      }),
    )
  })
})
