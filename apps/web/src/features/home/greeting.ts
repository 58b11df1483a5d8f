/** Which greeting fits the hour. */
export function partOfDay(hour: number): 'morning' | 'afternoon' | 'evening' {
  if (hour < 12) return 'morning'
  return hour < 18 ? 'afternoon' : 'evening'
}

/** "Monday, Nov 16" and "09:24", where somebody is. */
export function clockIn(timeZone: string, now: Date, locale: string) {
  const day = now.toLocaleDateString(locale, {
    ...{ timeZone, weekday: 'long', month: 'short', day: '2-digit' },
  })
  const time = now.toLocaleTimeString(locale, { timeZone, timeStyle: 'short', hourCycle: 'h23' })
  return { day, time, hour: Number(time.slice(0, 2)) }
}
