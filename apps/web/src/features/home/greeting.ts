/** The greeting for the hour. */
export function partOfDay(hour: number): 'morning' | 'afternoon' | 'evening' {
  if (hour < 12) return 'morning'
  return hour < 18 ? 'afternoon' : 'evening'
}

/** "Monday, Nov 16" and "9:24 AM", in the given time zone. */
export function clockIn(timeZone: string, now: Date, locale: string) {
  const day = now.toLocaleDateString(locale, {
    ...{ timeZone, weekday: 'long', month: 'short', day: '2-digit' },
  })
  const time = now.toLocaleTimeString(locale, { timeZone, timeStyle: 'short' })
  const hour = now.toLocaleTimeString('en', { timeZone, hour: '2-digit', hourCycle: 'h23' })
  return { day, time, hour: Number(hour) }
}
