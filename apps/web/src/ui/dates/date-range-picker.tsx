import type { Day } from '@cairn/calendar'
import { Suspense, useContext } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { Button } from '../controls/button.tsx'
import { Popover, PopoverAt } from '../overlays/popover.tsx'
import type { PopupPosition } from '../overlays/popup-at.ts'
import type { TriggerElement } from '../overlays/popup-trigger.tsx'
import { lazy } from '../platform/lazy.ts'
import { CalendarRoom } from './date-picker.tsx'
import { parseDay, toDay } from './day.ts'
import { WeekStart } from './week-start.ts'

const Calendar = lazy(() => import('./calendar.tsx'))

export interface DayRange {
  start: Day | null
  end: Day | null
}

interface RangeChoice {
  label: string
  value: DayRange
  onChange: (value: DayRange) => void
  min?: Day | null
  max?: Day | null
  clearable?: boolean
  align?: 'start' | 'center' | 'end'
}

interface DateRangePickerProps extends RangeChoice {
  trigger: TriggerElement
  /** For those who take the days only once all is chosen. */
  onOpenChange?: (open: boolean) => void
}

export function DateRangePicker({ trigger, onOpenChange, ...choice }: DateRangePickerProps) {
  return (
    <Popover
      trigger={trigger}
      label={choice.label}
      align={choice.align}
      onOpenChange={onOpenChange}
    >
      {(close) => <RangePanel {...choice} onDone={close} />}
    </Popover>
  )
}

/** The same calendar for a button that is not its own, such as those of a list's rows. */
export function DateRangePickerAt({ place, ...choice }: RangeChoice & { place: PopupPosition }) {
  return (
    <PopoverAt place={place} label={choice.label} align={choice.align}>
      {(close) => <RangePanel {...choice} onDone={close} />}
    </PopoverAt>
  )
}

interface RangePanelProps extends RangeChoice {
  onDone: () => void
}

function RangePanel({ value, onChange, min, max, clearable = true, onDone }: RangePanelProps) {
  const { t } = useTranslation()
  const weekStart = useContext(WeekStart)
  const before = parseDay(min)
  const after = parseDay(max)
  const from = parseDay(value.start)

  return (
    <Suspense fallback={<CalendarRoom months={2} />}>
      <Calendar
        mode="range"
        numberOfMonths={2}
        weekStartsOn={weekStart}
        selected={{ from, to: parseDay(value.end) }}
        defaultMonth={from}
        disabled={[...(before ? [{ before }] : []), ...(after ? [{ after }] : [])]}
        onSelect={(range) =>
          onChange({
            start: range?.from ? toDay(range.from) : null,
            end: range?.to ? toDay(range.to) : null,
          })
        }
      />
      <div className="-mx-1 mt-1 flex justify-end gap-1">
        {clearable && (value.start || value.end) && (
          <Button size="sm" variant="ghost" onClick={() => onChange({ start: null, end: null })}>
            {t('ui.clear')}
          </Button>
        )}
        <Button size="sm" onClick={onDone}>
          {t('ui.done')}
        </Button>
      </div>
    </Suspense>
  )
}
