import { CalendarRange } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { PropertyPill } from '#ui/controls/property-pill.tsx'
import { DateRangePicker, type DayRange } from '#ui/dates/date-range-picker.tsx'
import { rangeText } from '#ui/dates/day.ts'
import { todayHere } from '#ui/dates/own-zone.ts'

interface CycleDatesFieldProps {
  value: DayRange
  /** Called once both are selected; missing if read-only. */
  onChange: ((value: DayRange) => void) | undefined
  look?: 'pill' | 'plain'
  /** Days of other cycles, marked in the calendar. */
  taken?: readonly DayRange[]
  /** Additional text: the same days in another time zone. */
  hint?: string
}

/** From the first day to the last, none of them past. An incomplete selection stays here. */
export function CycleDatesField(props: CycleDatesFieldProps) {
  const { value, onChange, look = 'pill', taken, hint } = props
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<DayRange>()
  const shown = chosen ?? value
  const text = shown.start || shown.end ? rangeText(shown.start, shown.end) : undefined

  function handleOpen(open: boolean) {
    if (open || !chosen) return
    setChosen(undefined)
    if (chosen.start !== value.start || chosen.end !== value.end) onChange?.(chosen)
  }

  return (
    <DateRangePicker
      label={t('cycles.dates')}
      align="start"
      value={shown}
      min={todayHere()}
      taken={taken}
      takenHint={t('cycles.taken_hint')}
      onChange={setChosen}
      onOpenChange={handleOpen}
      trigger={
        <PropertyPill
          label={t('cycles.dates')}
          icon={look === 'pill' ? CalendarRange : undefined}
          look={look}
          disabled={!onChange}
          valueText={hint ? `${text}, ${hint}` : undefined}
          placeholder={t(look === 'pill' ? 'cycles.dates' : 'cycles.no_dates')}
        >
          {text}
        </PropertyPill>
      }
    />
  )
}
