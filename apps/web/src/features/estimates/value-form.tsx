import {
  type EstimateFault,
  type EstimateType,
  estimateFault,
  MAX_ESTIMATE_VALUE_LENGTH,
  minutesOf,
} from '@cairn/contract'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { Input } from '#ui/controls/input.tsx'
import { RowForm } from '#ui/controls/row-form.tsx'
import { hoursOf } from './value-text.ts'

/** The input fields of a value. */
export interface WrittenValue {
  value: string
  /** Its meaning to the team. */
  description: string
}

const MAX_DESCRIPTION_LENGTH = 255

interface ValueFormProps {
  type: EstimateType
  /** The current value; empty for a new one. */
  first: WrittenValue
  others: readonly string[]
  onSave: (written: WrittenValue) => void
  onClose: () => void
}

/** Replaces a value while it is edited. */
export function ValueForm({ type, first, others, onSave, onClose }: ValueFormProps) {
  const { t } = useTranslation()
  const [value, setValue] = useState(first.value)
  const [description, setDescription] = useState(first.description)
  const [fault, setFault] = useState<EstimateFault>()

  function change(next: string) {
    setValue(next)
    setFault(undefined)
  }

  function handleSubmit() {
    const found = estimateFault(type, value, others)
    if (found) return setFault(found)
    onSave({ value: value.trim(), description: description.trim() })
    onClose()
  }

  const error = fault && t(`estimates.fault.${fault}`)
  return (
    <RowForm saveLabel={t('estimates.save_value')} onSubmit={handleSubmit} onClose={onClose}>
      {type === 'time' ? (
        <TimeInput value={value} error={error} onChange={change} />
      ) : (
        <div className="min-w-0 grow">
          <Input
            autoFocus
            hideLabel
            label={t('estimates.value')}
            inputMode={type === 'points' ? 'decimal' : 'text'}
            maxLength={MAX_ESTIMATE_VALUE_LENGTH}
            value={value}
            error={error}
            onChange={(event) => change(event.target.value)}
          />
        </div>
      )}
      <div className="min-w-40 grow basis-1/2">
        <Input
          hideLabel
          label={t('estimates.value_description')}
          placeholder={t('estimates.value_description')}
          maxLength={MAX_DESCRIPTION_LENGTH}
          value={description}
          onChange={(event) => setDescription(event.target.value)}
        />
      </div>
    </RowForm>
  )
}

interface TimeInputProps {
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

function TimeInput({ value, error, onChange }: TimeInputProps) {
  const { t } = useTranslation()
  const all = value ? minutesOf(value) : Number.NaN
  const [hours, setHours] = useState(() => (all >= 0 ? String(Math.floor(all / 60)) : ''))
  const [minutes, setMinutes] = useState(() => (all >= 0 ? String(all % 60) : ''))

  function change(nextHours: string, nextMinutes: string) {
    setHours(nextHours)
    setMinutes(nextMinutes)
    onChange(nextHours || nextMinutes ? hoursOf(nextHours, nextMinutes) : '')
  }

  return (
    <div className="flex min-w-0 grow items-start gap-2">
      <div className="w-28">
        <Input
          autoFocus
          hideLabel
          label={t('estimates.hours')}
          inputMode="numeric"
          maxLength={4}
          value={hours}
          error={error}
          after={<span className="text-ink-3">{t('estimates.hours_short')}</span>}
          onChange={(event) => change(event.target.value, minutes)}
        />
      </div>
      <div className="w-28">
        <Input
          hideLabel
          label={t('estimates.minutes')}
          inputMode="numeric"
          maxLength={2}
          value={minutes}
          after={<span className="text-ink-3">{t('estimates.minutes_short')}</span>}
          onChange={(event) => change(hours, event.target.value)}
        />
      </div>
    </div>
  )
}
