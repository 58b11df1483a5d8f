import { useTranslation } from '#data/i18n.ts'
import { groupedNumber } from '#ui/platform/number.ts'

const HOUR = 3600
export const DAY = 24 * HOUR

const tenths = (number: number) => groupedNumber(Math.round(number * 10) / 10)

/** "4.2 d", below two days "5.5 h", below an hour "12 min". */
export function useSpanText() {
  const { t } = useTranslation()
  return (seconds: number) => {
    if (seconds >= 2 * DAY) return t('analytics.days', { number: tenths(seconds / DAY) })
    if (seconds >= HOUR) return t('analytics.hours', { number: tenths(seconds / HOUR) })
    return t('analytics.minutes', { number: groupedNumber(Math.round(seconds / 60)) })
  }
}
