import { currentLanguage } from '#data/i18n.ts'

const steps: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
]

const formatters = new Map<string, Intl.RelativeTimeFormat>()

function formatterIn(locale: string) {
  let formatter = formatters.get(locale)
  if (!formatter) {
    formatter = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
    formatters.set(locale, formatter)
  }
  return formatter
}

/** "2 hours ago", "yesterday", "in 3 days". */
export function timeAgo(moment: Date, now: Date, locale = currentLanguage()): string {
  const seconds = Math.round((moment.getTime() - now.getTime()) / 1_000)
  const [unit, size] = steps.find(([, most]) => Math.abs(seconds) >= most) ?? ['second', 1]
  return formatterIn(locale).format(Math.trunc(seconds / size), unit)
}
