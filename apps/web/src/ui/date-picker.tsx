import { lazy, Suspense, useContext } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.tsx'
import { type Day, parseDay, toDay } from './day.ts'
import { Popover, PopoverAt } from './popover.tsx'
import type { PopupPlace } from './popup-at.ts'
import type { TriggerElement } from './popup-trigger.tsx'
import { WeekStart } from './week-start.ts'

const Calendar = lazy(() => import('./calendar.tsx'))

interface DayChoice {
  /** "Due date" */
  label: string
  value: Day | null
  onChange: (value: Day | null) => void
  /** First and last day one may pick. */
  min?: Day | null
  max?: Day | null
  clearable?: boolean
  align?: 'start' | 'center' | 'end'
}

interface DatePickerProps extends DayChoice {
  trigger: TriggerElement
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

export function DatePicker({ trigger, open, onOpenChange, ...choice }: DatePickerProps) {
  const { label, align } = choice
  return (
    <Popover trigger={trigger} label={label} align={align} open={open} onOpenChange={onOpenChange}>
      {(close) => <DayPanel {...choice} onPicked={close} />}
    </Popover>
  )
}

/** The same calendar for a button that is not its own, such as those of a list's rows. */
export function DatePickerAt({ place, ...choice }: DayChoice & { place: PopupPlace }) {
  return (
    <PopoverAt place={place} label={choice.label} align={choice.align}>
      {(close) => <DayPanel {...choice} onPicked={close} />}
    </PopoverAt>
  )
}

interface DayPanelProps extends DayChoice {
  onPicked: () => void
}

function DayPanel({ value, onChange, min, max, clearable = true, onPicked }: DayPanelProps) {
  const { t } = useTranslation()
  const weekStart = useContext(WeekStart)
  const today = toDay(new Date())
  const before = parseDay(min)
  const after = parseDay(max)
  const todayAllowed = (!min || min <= today) && (!max || max >= today)

  function pick(day: Day | null) {
    onChange(day)
    onPicked()
  }

  return (
    <Suspense fallback={<CalendarRoom />}>
      <Calendar
        mode="single"
        weekStartsOn={weekStart}
        selected={parseDay(value)}
        defaultMonth={parseDay(value) ?? before}
        disabled={[...(before ? [{ before }] : []), ...(after ? [{ after }] : [])]}
        onSelect={(date) => pick(date ? toDay(date) : clearable ? null : value)}
      />
      <div className="-mx-1 mt-1 flex gap-1">
        {todayAllowed && (
          <Button size="sm" variant="ghost" onClick={() => pick(today)}>
            {t('ui.today')}
          </Button>
        )}
        {clearable && value && (
          <Button size="sm" variant="ghost" className="ml-auto" onClick={() => pick(null)}>
            {t('ui.clear')}
          </Button>
        )}
      </div>
    </Suspense>
  )
}

/** The calendar's room while it is loaded, so that the popup does not jump. */
export function CalendarRoom({ months = 1 }: { months?: number }) {
  return <div style={{ width: 224 * months + 16 * (months - 1) }} className="h-62" />
}
