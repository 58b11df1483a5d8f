import type { Day } from '@cairn/calendar'
import { type KeyboardEvent, useContext, useRef, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { Button } from '../controls/button.tsx'
import { Input } from '../controls/input.tsx'
import Calendar from './calendar.tsx'
import { longDate, parseDay, toDay } from './day.ts'
import { todayHere } from './own-zone.ts'
import { readTypedDay } from './typed-day.ts'
import { WeekStart } from './week-start.ts'

export interface DayChoice {
  /** "Due date" */
  label: string
  value: Day | null
  onChange: (value: Day | null) => void
  /** First and last selectable day. */
  min?: Day | null
  max?: Day | null
  clearable?: boolean
  align?: 'start' | 'center' | 'end'
}

interface DayPanelProps extends DayChoice {
  onPicked: () => void
}

/** A calendar and a field to type a date; keys typed anywhere go to the field. */
export default function DayPanel(props: DayPanelProps) {
  const { value, onChange, min, max, clearable = true, onPicked } = props
  const { t, i18n } = useTranslation()
  const weekStart = useContext(WeekStart)
  const line = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [refused, setRefused] = useState(false)
  const today = todayHere()
  const before = parseDay(min)
  const after = parseDay(max)
  const isAllowed = (day: Day) => (!min || min <= day) && (!max || max >= day)
  const meant = readTypedDay(typed, {
    today,
    locale: i18n.language,
    words: {
      today: t('ui.day_words.today'),
      tomorrow: t('ui.day_words.tomorrow'),
      yesterday: t('ui.day_words.yesterday'),
      in: t('ui.day_words.in'),
      days: t('ui.day_words.days'),
      weeks: t('ui.day_words.weeks'),
      months: t('ui.day_words.months'),
    },
  })

  function pick(day: Day | null) {
    onChange(day)
    onPicked()
  }

  function handleKey(event: KeyboardEvent) {
    const modified = event.ctrlKey || event.metaKey || event.altKey
    const isSign = /^[\p{L}\p{N}]$/u.test(event.key)
    if (isSign && !modified && event.target !== line.current) line.current?.focus()
  }

  function handleTypedKey(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    event.stopPropagation()
    if (meant && isAllowed(meant)) pick(meant)
    else setRefused(true)
  }

  const problem = meant && !isAllowed(meant) ? t('ui.day_out_of_range') : t('ui.day_not_read')
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only leads what is typed to its line
    <div onKeyDown={handleKey} className="w-56">
      <Calendar
        mode="single"
        weekStartsOn={weekStart}
        selected={parseDay(value)}
        defaultMonth={parseDay(value) ?? before}
        disabled={[...(before ? [{ before }] : []), ...(after ? [{ after }] : [])]}
        onSelect={(date) => pick(date ? toDay(date) : clearable ? null : value)}
      />
      <Input
        ref={line}
        label={t('ui.type_day')}
        hideLabel
        placeholder={t('ui.type_day_example')}
        value={typed}
        error={refused ? problem : undefined}
        hint={meant ? longDate(meant) : undefined}
        onChange={(event) => {
          setTyped(event.target.value)
          setRefused(false)
        }}
        onKeyDown={handleTypedKey}
      />
      <div className="-mx-1 mt-1 flex gap-1">
        {isAllowed(today) && (
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
    </div>
  )
}
