import {
  type Day,
  dayNumber,
  daysAfter,
  parseRule,
  type Rule,
  ruleText,
  type WeekDay,
  weekDayOf,
} from '@cairn/calendar'
import type { ItemTemplate, Project } from '@cairn/contract'
import { CalendarDays } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { sentenceOf } from '#data/notify-failure.ts'
import { useRecur } from '#entities/item-template/change-hooks.ts'
import { Button } from '#ui/controls/button.tsx'
import { Checkbox } from '#ui/controls/checkbox.tsx'
import { Input } from '#ui/controls/input.tsx'
import { Select } from '#ui/controls/select.tsx'
import { Switch } from '#ui/controls/switch.tsx'
import { DatePicker } from '#ui/dates/date-picker.tsx'
import { longDate } from '#ui/dates/day.ts'
import { todayHere } from '#ui/dates/own-zone.ts'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { useClose } from '#ui/platform/presence.tsx'
import { weekDayName } from './rule-text.ts'

const frequencies = ['DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const
const monthWays = ['day', 'last_day', 'nth', 'last_nth'] as const
const endings = ['never', 'until', 'count'] as const
/** Monday first, as the rules count weeks. */
const weekDays: readonly WeekDay[] = [1, 2, 3, 4, 5, 6, 0]

interface Choice {
  freq: Rule['freq']
  interval: string
  days: readonly WeekDay[]
  monthWay: (typeof monthWays)[number]
  ending: (typeof endings)[number]
  until: Day
  count: string
  starts_on: Day
  time: string
  is_paused: boolean
}

function monthWayOf({ nth, monthDay }: Rule): Choice['monthWay'] {
  if (nth) return nth.week === -1 ? 'last_nth' : 'nth'
  return monthDay === -1 ? 'last_day' : 'day'
}

function choiceOf({ recurrence }: ItemTemplate): Choice {
  const today = todayHere()
  const rule = recurrence ? parseRule(recurrence.rule) : undefined
  const { starts_on = today, time = '09:00', is_paused = false } = recurrence ?? {}
  return {
    freq: rule?.freq ?? 'WEEKLY',
    interval: String(rule?.interval ?? 1),
    days: rule?.weekDays ?? [],
    monthWay: rule ? monthWayOf(rule) : 'day',
    ending: rule?.until ? 'until' : rule?.count ? 'count' : 'never',
    until: rule?.until ?? today,
    count: String(rule?.count ?? 10),
    ...{ starts_on, time, is_paused },
  }
}

const weeks = [1, 2, 3, 4] as const

/** The week of the month that a day is in. */
const weekIn = (day: Day) => weeks[Math.ceil(Number(day.slice(8, 10)) / 7) - 1] ?? 4

/** Undefined if a number is missing or too large. */
function ruleOf({ freq, interval, days, monthWay, ending, until, count, starts_on }: Choice) {
  const start = dayNumber(starts_on)
  const monthly = {
    day: {},
    last_day: { monthDay: -1 },
    nth: { nth: { week: weekIn(starts_on), day: weekDayOf(start) } },
    last_nth: { nth: { week: -1, day: weekDayOf(start) } },
  }
  const rule: Rule = {
    ...{ freq, interval: Number(interval), weekDays: freq === 'WEEKLY' ? days : [] },
    ...(freq === 'MONTHLY' && monthly[monthWay]),
    ...(ending === 'until' && { until }),
    ...(ending === 'count' && { count: Number(count) }),
  }
  // Whole numbers only, as the server reads it.
  return parseRule(`INTERVAL=${interval.trim()};${ruleText({ ...rule, interval: 1 })}`)
}

interface RecurrenceDialogProps {
  slug: string
  project: Project
  template: ItemTemplate
  onClose: () => void
}

/** When a work item is created from a template. */
export default function RecurrenceDialog(props: RecurrenceDialogProps) {
  const { slug, project, template, onClose } = props
  const { t } = useTranslation()
  const recur = useRecur({ slug, project_id: project.id })
  const [choice, setChoice] = useState(() => choiceOf(template))
  const [problem, setProblem] = useState<string>()
  const set = (change: Partial<Choice>) => {
    setChoice((before) => ({ ...before, ...change }))
    setProblem(undefined)
  }
  const rule = ruleOf(choice)
  const isTime = /^([01]\d|2[0-3]):[0-5]\d$/.test(choice.time)
  const next =
    rule && isTime
      ? daysAfter({ ...choice, rule: ruleText(rule) }, Date.now(), {
          ...{ timezone: project.timezone, limit: 3 },
        })
      : []

  const close = useClose(onClose)

  async function handleSubmit() {
    if (recur.isPending) return
    if (!rule) return setProblem(t('item_templates.wrong_number'))
    if (!isTime) return setProblem(t('item_templates.wrong_time'))
    const { starts_on, time, is_paused } = choice
    const recurrence = { rule: ruleText(rule), starts_on, time, is_paused }
    try {
      await recur.mutateAsync({ id: template.id, recurrence })
      close()
    } catch (error) {
      setProblem(sentenceOf(error) ?? t('item_templates.not_saved'))
    }
  }

  const { freq, days, starts_on } = choice
  const dayField = (label: string, value: Day, onChange: (day: Day) => void) => (
    <div>
      <span className="mb-1 flex h-5 items-center font-medium">{label}</span>
      <DatePicker
        label={label}
        value={value}
        clearable={false}
        onChange={(picked) => picked && onChange(picked)}
        trigger={
          <Button icon={CalendarDays} aria-label={`${label}: ${longDate(value)}`}>
            {longDate(value)}
          </Button>
        }
      />
    </div>
  )
  return (
    <FormDialog
      open
      onClose={close}
      title={t('item_templates.recur_title', { name: template.name })}
      description={t('item_templates.recur_text', { zone: project.timezone })}
      action={t('item_templates.recur_save')}
      busy={recur.isPending}
      problem={problem}
      onSubmit={() => void handleSubmit()}
    >
      <div className="flex gap-3">
        <div className="w-20">
          <Input
            label={t('item_templates.interval')}
            inputMode="numeric"
            autoComplete="off"
            value={choice.interval}
            onChange={(event) => set({ interval: event.target.value })}
          />
        </div>
        <div className="grow">
          <Select
            label={t('item_templates.frequency')}
            options={frequencies.map((value) => ({
              ...{ value, label: t(`item_templates.frequencies.${value}`) },
            }))}
            value={freq}
            onChange={(value) => set({ freq: value })}
          />
        </div>
      </div>
      {freq === 'WEEKLY' && (
        <fieldset>
          <legend className="mb-1 font-medium">{t('item_templates.week_days')}</legend>
          <div className="flex flex-wrap gap-x-4 gap-y-2">
            {weekDays.map((day) => (
              <Checkbox
                key={day}
                label={weekDayName(day, 'short')}
                checked={days.includes(day)}
                onChange={(event) =>
                  set({
                    days: event.target.checked
                      ? [...days, day]
                      : days.filter((other) => other !== day),
                  })
                }
              />
            ))}
          </div>
        </fieldset>
      )}
      {freq === 'MONTHLY' && (
        <Select
          label={t('item_templates.month_day')}
          options={monthWays.map((value) => ({
            value,
            label: t(`item_templates.month_ways.${value}`, {
              day: Number(starts_on.slice(8, 10)),
              week: t(`item_templates.weeks.n${weekIn(starts_on)}`),
              name: weekDayName(weekDayOf(dayNumber(starts_on))),
            }),
          }))}
          value={choice.monthWay}
          onChange={(value) => set({ monthWay: value })}
        />
      )}
      <div className="flex gap-3">
        {dayField(t('item_templates.starts_on'), starts_on, (day) => set({ starts_on: day }))}
        <div className="w-24">
          <Input
            label={t('item_templates.time')}
            placeholder="09:00"
            autoComplete="off"
            value={choice.time}
            onChange={(event) => set({ time: event.target.value })}
          />
        </div>
      </div>
      <div className="flex gap-3">
        <div className="grow">
          <Select
            label={t('item_templates.ends')}
            options={endings.map((value) => ({
              ...{ value, label: t(`item_templates.endings.${value}`) },
            }))}
            value={choice.ending}
            onChange={(value) => set({ ending: value })}
          />
        </div>
        {choice.ending === 'until' &&
          dayField(t('item_templates.last_on'), choice.until, (day) => set({ until: day }))}
        {choice.ending === 'count' && (
          <div className="w-24">
            <Input
              label={t('item_templates.how_often')}
              inputMode="numeric"
              autoComplete="off"
              value={choice.count}
              onChange={(event) => set({ count: event.target.value })}
            />
          </div>
        )}
      </div>
      <Switch
        label={t('item_templates.paused')}
        checked={choice.is_paused}
        onChange={(is_paused) => set({ is_paused })}
      />
      {next.length > 0 && !choice.is_paused && (
        <p className="text-small text-ink-2">
          {t('item_templates.next', { days: next.map((day) => longDate(day)).join(' · ') })}
        </p>
      )}
    </FormDialog>
  )
}
