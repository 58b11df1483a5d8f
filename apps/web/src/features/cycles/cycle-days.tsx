import { type Cycle, dayOfCycle } from '@cairn/contract'
import { useTranslation } from '#data/i18n.ts'
import { useMe } from '#entities/account/hooks.ts'
import { rangeText } from '#ui/dates/day.ts'
import { momentText } from '#ui/dates/own-zone.ts'
import { Tooltip } from '#ui/overlays/tooltip.tsx'

/** "Nov 09 - 27, 2026", in the project's time zone. */
export const daysText = ({ start_date, end_date }: Cycle) =>
  start_date ? rangeText(dayOfCycle(start_date), dayOfCycle(end_date)) : undefined

/** The same times in the user's time zone, if it differs. */
export function useOwnDays() {
  const { t } = useTranslation()
  const { user_timezone } = useMe()
  return ({ start_date, end_date, timezone }: Cycle): string | undefined => {
    if (!start_date || !end_date || timezone === user_timezone) return undefined
    return t('cycles.in_your_zone', { start: momentText(start_date), end: momentText(end_date) })
  }
}

/** "UTC+05:30" */
export const offsetOf = ({ start_date }: Cycle) => start_date && `UTC${start_date.slice(19)}`

export function CycleDays({ cycle }: { cycle: Cycle }) {
  const ownDays = useOwnDays()
  const text = daysText(cycle)
  if (!text) return null
  return (
    <Tooltip label={ownDays(cycle)}>
      <span className="text-small whitespace-nowrap text-ink-2 tabular-nums">{text}</span>
    </Tooltip>
  )
}
