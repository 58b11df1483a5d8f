import { t, useTranslation } from '#data/i18n.ts'
import { Button } from '#ui/controls/button.tsx'
import { RadioGroup } from '#ui/controls/radio-group.tsx'
import { DateRangePicker } from '#ui/dates/date-range-picker.tsx'
import { rangeText } from '#ui/dates/day.ts'
import { type SpanOrDays, spans } from './spans.ts'

/** "Last 7 days", "Nov 2 – Nov 6". */
export const spanText = (chosen: NonNullable<SpanOrDays>) =>
  typeof chosen === 'string' ? t(`spans.${chosen}`) : rangeText(chosen.start, chosen.end)

interface SpanFilterProps {
  label: string
  hideLabel?: boolean
  /** Shows only spans whose name contains these letters. */
  wanted?: string
  value: SpanOrDays
  onChange: (value: SpanOrDays) => void
}

/** A span up to today, or a custom range of days. */
export function SpanFilter(props: SpanFilterProps) {
  const { label, hideLabel = false, wanted = '', value, onChange } = props
  const { t } = useTranslation()
  const range = value && typeof value === 'object' ? value : undefined
  const options = spans.map((span) => ({ value: span, label: t(`spans.${span}`) }))
  return (
    <>
      <RadioGroup
        label={label}
        hideLabel={hideLabel}
        options={options.filter((option) => option.label.toLowerCase().includes(wanted))}
        value={typeof value === 'string' ? value : undefined}
        onChange={onChange}
      />
      <DateRangePicker
        label={t('spans.custom')}
        value={range ?? { start: null, end: null }}
        onChange={({ start, end }) => onChange(start ? { start, end: end ?? start } : null)}
        trigger={
          <Button size="sm" className="w-fit">
            {range ? spanText(range) : t('spans.custom')}
          </Button>
        }
      />
    </>
  )
}
