import { type Day, offsetMinutes } from '@cairn/calendar'
import type { WorkItemProperty } from '@cairn/contract'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { Input } from '#ui/controls/input.tsx'
import { CalendarRoom } from '#ui/dates/date-picker.tsx'
import { dayOfMoment, momentAt, ownZone } from '#ui/dates/own-zone.ts'
import { lazy } from '#ui/platform/lazy.ts'

const DayPanel = lazy(() => import('#ui/dates/day-panel.tsx'))

const HOUR = 60
const DAY = 24 * HOUR
/** The time of a day that was chosen without one. */
const MORNING = 9 * HOUR

/** Minutes into the day, in the user's zone. */
function minutesOf(moment: string) {
  const at = Date.parse(moment)
  const minutes = Math.floor(at / 60_000) + offsetMinutes(at, ownZone())
  return ((minutes % DAY) + DAY) % DAY
}

const two = (number: number) => String(number).padStart(2, '0')
const timeText = (minutes: number) => `${two(Math.floor(minutes / HOUR))}:${two(minutes % HOUR)}`
function readTime(typed: string) {
  const [hours, minutes] = typed.split(':').map(Number)
  return hours === undefined || minutes === undefined ? undefined : hours * HOUR + minutes
}

interface MomentPanelProps {
  property: Pick<WorkItemProperty, 'name' | 'is_required'>
  value: string | undefined
  onChange: (value: string | null) => void
}

/** A day and a time. The day is saved at once, a typed time when it is left. */
export function MomentPanel({ property, value, onChange }: MomentPanelProps) {
  const { t } = useTranslation()
  const day: Day | null = value ? dayOfMoment(value) : null
  const minutes = value ? minutesOf(value) : MORNING
  const [typed, setTyped] = useState<string>()

  function save(next: Day | null, time = readTime(typed ?? '') ?? minutes) {
    setTyped(undefined)
    const moment = next && momentAt(next, time).toISOString()
    if (moment !== (value ?? null)) onChange(moment)
  }

  // A popup that closes does not take the focus from its fields first.
  const leave = useRef<() => void>(undefined)
  useEffect(() => {
    leave.current = () => typed !== undefined && day && save(day)
  })
  useEffect(() => () => leave.current?.(), [])

  return (
    <div className="flex flex-col gap-2">
      <Suspense fallback={<CalendarRoom />}>
        <DayPanel
          label={property.name}
          value={day}
          clearable={!property.is_required}
          onChange={(next) => save(next)}
          onPicked={() => undefined}
        />
      </Suspense>
      <Input
        type="time"
        label={t('properties.time')}
        value={typed ?? timeText(minutes)}
        disabled={!day}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => typed !== undefined && day && save(day)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          if (day) save(day)
        }}
      />
    </div>
  )
}
