import { Suspense } from 'react'
import { Popover, PopoverAt } from '../overlays/popover.tsx'
import type { PopupPosition } from '../overlays/popup-at.ts'
import type { TriggerElement } from '../overlays/popup-trigger.tsx'
import { lazy } from '../platform/lazy.ts'
import type { DayChoice } from './day-panel.tsx'

const DayPanel = lazy(() => import('./day-panel.tsx'))

interface DatePickerProps extends DayChoice {
  trigger: TriggerElement
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

export function DatePicker({ trigger, open, onOpenChange, ...choice }: DatePickerProps) {
  const { label, align } = choice
  return (
    <Popover trigger={trigger} label={label} align={align} open={open} onOpenChange={onOpenChange}>
      {(close) => <Days {...choice} onPicked={close} />}
    </Popover>
  )
}

/** The same calendar for an external button, such as those of a list's rows. */
export function DatePickerAt({ place, ...choice }: DayChoice & { place: PopupPosition }) {
  return (
    <PopoverAt place={place} label={choice.label} align={choice.align}>
      {(close) => <Days {...choice} onPicked={close} />}
    </PopoverAt>
  )
}

const Days = (props: DayChoice & { onPicked: () => void }) => (
  <Suspense fallback={<CalendarRoom />}>
    <DayPanel {...props} />
  </Suspense>
)

/** Reserves the calendar's space while it loads, so that the popup does not jump. */
export function CalendarRoom({ months = 1 }: { months?: number }) {
  return <div style={{ width: 224 * months + 16 * (months - 1) }} className="h-62" />
}
