import { dayNumber } from '@cairn/calendar'
import { currentLanguage, t } from '#data/i18n.ts'
import { shortDate } from './day.ts'
import { dayOfMoment } from './own-zone.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const WEEK_DAYS = 7

const formatters = new Map<string, Intl.RelativeTimeFormat>()

function formatterIn(locale: string) {
  let formatter = formatters.get(locale)
  if (!formatter) {
    formatter = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
    formatters.set(locale, formatter)
  }
  return formatter
}

/** "just now", "5 min ago", "3 h ago", "yesterday", "4 days ago", and from a week on the date; "in 3 days". */
export function timeAgo(moment: Date, now: Date): string {
  const passed = now.getTime() - moment.getTime()
  if (passed >= 0 && passed < MINUTE) return t('ui.just_now')
  if (passed > 0 && passed < HOUR)
    return t('ui.minutes_ago', { count: Math.floor(passed / MINUTE) })
  if (passed > 0 && passed < DAY) return t('ui.hours_ago', { count: Math.floor(passed / HOUR) })
  const day = dayOfMoment(moment)
  const days = dayNumber(day) - dayNumber(dayOfMoment(now))
  if (Math.abs(days) >= WEEK_DAYS) return shortDate(day, now)
  const formatter = formatterIn(currentLanguage())
  if (days !== 0) return formatter.format(days, 'day')
  const minutes = Math.round(-passed / MINUTE)
  return minutes < 60
    ? formatter.format(minutes, 'minute')
    : formatter.format(Math.round(minutes / 60), 'hour')
}
