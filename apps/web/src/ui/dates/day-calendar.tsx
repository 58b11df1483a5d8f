import { Suspense, useContext } from 'react'
import { lazy } from '../platform/lazy.ts'
import { CalendarRoom } from './date-picker.tsx'
import { WeekStart } from './week-start.ts'

const Calendar = lazy(() => import('./calendar.tsx'))

interface DayCalendarProps {
  value: Date | undefined
  min?: Date | undefined
  max?: Date | undefined
  autoFocus?: boolean
  onChange: (day: Date | undefined) => void
}

/** A month to choose one day from, in a dialog. */
export function DayCalendar({ value, min, max, autoFocus, onChange }: DayCalendarProps) {
  const weekStart = useContext(WeekStart)
  return (
    <Suspense fallback={<CalendarRoom />}>
      <Calendar
        mode="single"
        autoFocus={autoFocus}
        weekStartsOn={weekStart}
        selected={value}
        defaultMonth={value ?? min}
        disabled={[...(min ? [{ before: min }] : []), ...(max ? [{ after: max }] : [])]}
        onSelect={onChange}
      />
    </Suspense>
  )
}
