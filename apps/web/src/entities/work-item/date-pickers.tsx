import type { Day } from '@cairn/calendar'
import { CalendarCheck, CalendarClock } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { PropertyPill } from '#ui/controls/property-pill.tsx'
import { DatePicker } from '#ui/dates/date-picker.tsx'
import { longDate, shortDate } from '#ui/dates/day.ts'
import type { PickerLook } from './picker-props.ts'

interface DayPickerProps extends PickerLook {
  value: Day | null
  onChange: (value: Day | null) => void
  /** The item's other date: a start cannot be after its end. */
  other: Day | null
  late?: boolean
}

export function StartDatePicker({ other, ...props }: DayPickerProps) {
  const { t } = useTranslation()
  return <ItemDate {...props} label={t('pickers.start_date')} icon={CalendarClock} max={other} />
}

export function DueDatePicker({ other, ...props }: DayPickerProps) {
  const { t } = useTranslation()
  return <ItemDate {...props} label={t('pickers.due_date')} icon={CalendarCheck} min={other} />
}

interface ItemDateProps extends Omit<DayPickerProps, 'other'> {
  label: string
  icon: typeof CalendarCheck
  min?: Day | null
  max?: Day | null
}

function ItemDate(props: ItemDateProps) {
  const { label, icon, look, disabled, placeholder, late, trigger, ...picker } = props
  const { value } = picker
  const text = look === 'plain' ? longDate(value) : shortDate(value)
  const unset = placeholder ?? label
  return (
    <DatePicker
      {...picker}
      label={label}
      trigger={
        trigger ?? (
          <PropertyPill
            label={label}
            icon={icon}
            look={look}
            disabled={disabled}
            late={late}
            placeholder={unset || undefined}
          >
            {text || undefined}
          </PropertyPill>
        )
      }
    />
  )
}
