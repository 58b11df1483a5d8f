import { t } from '#data/i18n.ts'
import { groupedNumber } from '#ui/platform/number.ts'

/** "45 s", "12 min", "3 h", "2 days". */
export function waitText(seconds: number): string {
  const of = (unit: number) => Math.floor(seconds / unit)
  if (seconds < 60) return t('god_mode.health.seconds', { number: Math.round(seconds) })
  if (seconds < 3_600) return t('god_mode.health.minutes', { number: of(60) })
  if (seconds < 86_400) return t('god_mode.health.hours', { number: of(3_600) })
  return t('god_mode.health.days', { count: of(86_400) })
}

/** "8 ms", "1.4 s". */
export const responseText = (ms: number): string =>
  ms < 1_000
    ? t('god_mode.health.milliseconds', { number: ms < 10 ? groupedNumber(ms) : Math.round(ms) })
    : t('god_mode.health.seconds', { number: groupedNumber(Math.round(ms / 100) / 10) })
