import { type AnalyticsPeriod, type Duration, stepsWithin } from '@cairn/contract'
import { useTranslation } from '#data/i18n.ts'
import { rangeText } from '#ui/dates/day.ts'

export const daysOf = (period: AnalyticsPeriod) => stepsWithin(period, 'day').length

/** "Last 30 days" */
export function useDurationText() {
  const { t } = useTranslation()
  return (duration: Duration) => t(`analytics.durations.${duration}`)
}

/** "Oct 18 - Nov 17, 2026, compared with Sep 17 - Oct 17, 2026" */
export function usePeriodText() {
  const { t } = useTranslation()
  return ({ from, to, previous }: AnalyticsPeriod) =>
    t('analytics.compared', {
      time: rangeText(from, to),
      before: rangeText(previous.from, previous.to),
    })
}
