import { CalendarRange } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { PropertyPill } from '#ui/controls/property-pill.tsx'
import { DateRangePicker, type DayRange } from '#ui/dates/date-range-picker.tsx'
import { rangeText } from '#ui/dates/day.ts'
import { todayHere } from '#ui/dates/own-zone.ts'

interface CycleDatesFieldProps {
  value: DayRange
  /** Once all is chosen; missing where they are only to look at. */
  onChange: ((value: DayRange) => void) | undefined
  look?: 'pill' | 'plain'
  /** Further words on them: the same days elsewhere. */
  hint?: string
}

/** From the first day to the last, none of them past. What is half chosen stays here. */
export function CycleDatesField({ value, onChange, look = 'pill', hint }: CycleDatesFieldProps) {
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
