import { type Cycle, dayOfCycle } from '@cairn/contract'
import { useTranslation } from '#data/i18n.ts'
import { type ProjectRef, useLiveCycles } from '#entities/cycle/hooks.ts'
import type { DayRange } from '#ui/dates/date-range-picker.tsx'
import { daysText } from './cycle-days.tsx'

/** The first and last day of a cycle; none of a draft. */
export const daysOf = (cycle: Cycle | undefined): DayRange => ({
  start: dayOfCycle(cycle?.start_date ?? null),
  end: dayOfCycle(cycle?.end_date ?? null),
})

/** The days taken by other cycles of the project, and the message if selected ones overlap. */
export function useTakenDays(place: ProjectRef, of: Cycle | undefined) {
  const { t } = useTranslation()
  const others = (useLiveCycles(place) ?? []).filter(({ id }) => id !== of?.id)
  return {
    taken: others.map(daysOf).filter(({ start, end }) => start && end),
    overlapText({ start, end }: DayRange): string {
      const met = others.find((other) => {
        const days = daysOf(other)
        return start && end && days.start && days.end && days.start <= end && days.end >= start
      })
      if (!met) return t('cycles.overlap')
      return t('cycles.overlap_with', { name: met.name, days: daysText(met) })
    },
  }
}
