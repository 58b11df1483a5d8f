import type { Day } from '@cairn/calendar'
import { CalendarDays } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { PropertyPill } from '#ui/controls/property-pill.tsx'
import { DateRangePicker } from '#ui/dates/date-range-picker.tsx'
import { rangeText } from '#ui/dates/day.ts'

interface Dates {
  start_date: Day | null
  target_date: Day | null
}

interface ModuleDatesProps extends Dates {
  onChange: ((dates: Dates) => void) | undefined
  look?: 'pill' | 'ghost' | 'plain'
  align?: 'start' | 'end'
}

/** From the first day to the last, as one value. */
export function ModuleDates(props: ModuleDatesProps) {
  const { start_date, target_date, onChange, look = 'pill', align = 'end' } = props
  const { t } = useTranslation()
  const text = start_date || target_date ? rangeText(start_date, target_date) : undefined
  return (
    <DateRangePicker
      label={t('modules.dates')}
      align={align}
      value={{ start: start_date, end: target_date }}
      onChange={({ start, end }) => onChange?.({ start_date: start, target_date: end })}
      trigger={
        <PropertyPill
          label={t('modules.dates')}
          icon={look === 'plain' ? undefined : CalendarDays}
          look={look}
          disabled={!onChange}
          placeholder={t(look === 'plain' ? 'modules.no_dates' : 'modules.dates')}
        >
          {text}
        </PropertyPill>
      }
    />
  )
}
