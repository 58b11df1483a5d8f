import type { Day } from '@cairn/calendar'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { Button } from '#ui/controls/button.tsx'
import { Select } from '#ui/controls/select.tsx'
import { longDate, parseDay, toDay } from '#ui/dates/day.ts'
import { DayCalendar } from '#ui/dates/day-calendar.tsx'
import { todayHere } from '#ui/dates/own-zone.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { isPreset } from './custom-date.ts'
import type { FilterField, Filters } from './list-settings.ts'

const modes = ['before', 'after', 'range'] as const
type Mode = (typeof modes)[number]

const monthLater = () => {
  const date = new Date()
  date.setMonth(date.getMonth() + 1)
  return toDay(date)
}

interface CustomDateDialogProps {
  /** What the date is called. */
  name: string
  /** Which date, also while it fades out. */
  field: FilterField
  filters: Filters
  open: boolean
  onClose: () => void
  onChange: (filters: Filters) => void
}

export default function CustomDateDialog(props: CustomDateDialogProps) {
  const { name, field, filters, open, onClose, onChange } = props
  const { t } = useTranslation()
  const [mode, setMode] = useState<Mode>('range')
  const [first, setFirst] = useState<Day | null>(() => todayHere())
  const [last, setLast] = useState<Day | null>(monthLater)
  const after = mode !== 'before' ? first : null
  const before = mode === 'after' ? null : mode === 'before' ? first : last
  const valid = mode === 'range' ? first && last && first <= last : Boolean(first)

  function handleApply() {
    if (!valid) return
    const presets = (filters[field] ?? []).filter(isPreset)
    const days = [...(after ? [`${after};after`] : []), ...(before ? [`${before};before`] : [])]
    onChange({ ...filters, [field]: [...presets, ...days] })
    onClose()
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={name}
      onSubmit={handleApply}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" variant="primary" disabled={!valid}>
            {t('list_settings.apply')}
          </Button>
        </>
      }
    >
      <Select
        label={t('list_settings.custom_mode')}
        options={modes.map((value) => ({
          value,
          label: t(`list_settings.modes.${value}`, { name }),
        }))}
        value={mode}
        onChange={setMode}
      />
      <div className="mt-4 flex flex-wrap gap-6">
        <DayOf value={first} max={mode === 'range' ? last : null} onChange={setFirst} />
        {mode === 'range' && <DayOf value={last} min={first} onChange={setLast} />}
      </div>
      <p className="mt-3 text-ink-2 tabular-nums">
        {[
          after && t('list_settings.after_day', { date: longDate(after) }),
          before && t('list_settings.before_day', { date: longDate(before) }),
        ]
          .filter(Boolean)
          .join(', ')}
      </p>
    </Dialog>
  )
}

interface DayOfProps {
  value: Day | null
  min?: Day | null
  max?: Day | null
  onChange: (day: Day | null) => void
}

function DayOf({ value, min, max, onChange }: DayOfProps) {
  return (
    <DayCalendar
      autoFocus={false}
      value={parseDay(value)}
      min={parseDay(min)}
      max={parseDay(max)}
      onChange={(date) => onChange(date ? toDay(date) : null)}
    />
  )
}
