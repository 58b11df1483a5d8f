/** Which greeting fits the hour. */
export function partOfDay(hour: number): 'morning' | 'afternoon' | 'evening' {
  if (hour < 12) return 'morning'
  return hour < 18 ? 'afternoon' : 'evening'
}

/** "Monday, Nov 16" and "09:24", where somebody is. */
export function clockIn(timeZone: string, now: Date) {
  const day = now.toLocaleDateString('en-US', {
    ...{ timeZone, weekday: 'long', month: 'short', day: '2-digit' },
  })
  const time = now.toLocaleTimeString('en-GB', { timeZone, hour: '2-digit', minute: '2-digit' })
  return { day, time, hour: Number(time.slice(0, 2)) }
}
