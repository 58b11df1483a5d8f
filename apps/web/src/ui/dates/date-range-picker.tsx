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
  /** Days taken by something else: crossed out, with a hint below. */
  taken?: readonly DayRange[] | undefined
  takenHint?: string
  align?: 'start' | 'center' | 'end'
}

interface DateRangePickerProps extends RangeChoice {
  trigger: TriggerElement
  /** For callers that use the days only once both are chosen. */
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

/** The same calendar for an external button, such as those of a list's rows. */
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

const spanOf = ({ start, end }: DayRange) => ({ from: parseDay(start), to: parseDay(end) })

function RangePanel(props: RangePanelProps) {
  const { value, onChange, min, max, clearable = true, taken = [], takenHint, onDone } = props
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
        modifiers={{ taken: taken.map(spanOf) }}
        modifiersClassNames={{ taken: 'text-ink-3 line-through decoration-ink-3' }}
        disabled={[...(before ? [{ before }] : []), ...(after ? [{ after }] : [])]}
        onSelect={(range) =>
          onChange({
            start: range?.from ? toDay(range.from) : null,
            end: range?.to ? toDay(range.to) : null,
          })
        }
      />
      <div className="-mx-1 mt-1 flex items-center justify-end gap-1">
        {taken.length > 0 && <p className="mr-auto pl-2 text-small text-ink-3">{takenHint}</p>}
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
