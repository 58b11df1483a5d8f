import type { Day } from '@cairn/calendar'
import { CalendarClock } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { Button } from '#ui/controls/button.tsx'
import { Select } from '#ui/controls/select.tsx'
import { DatePicker } from '#ui/dates/date-picker.tsx'
import { longDate, toDay } from '#ui/dates/day.ts'
import { endOf, expiryAfter, type Term, terms } from './expiry.ts'
import { useExpiryText } from './use-expiry-text.ts'

export interface Expiry {
  term: Term | 'custom' | null
  day: Day | null
  never: boolean
}

export const noExpiry: Expiry = { term: null, day: null, never: false }

/** Undefined while nothing is chosen, null for never. */
export function endOfExpiry({ term, day, never }: Expiry): Date | null | undefined {
  if (never) return null
  if (term === 'custom') return endOf(day ?? '')
  return term ? expiryAfter(term, new Date()) : undefined
}

interface ExpiryFieldProps {
  value: Expiry
  onChange: (value: Expiry) => void
  /** The consequences of no expiry. */
  neverHint: string
  error?: string | undefined
}

/** The lifetime of a token. */
export function ExpiryField({ value, onChange, neverHint, error }: ExpiryFieldProps) {
  const { t } = useTranslation()
  const expiryText = useExpiryText()
  const { term, day, never } = value
  const end = endOfExpiry(value)
  const tomorrow = new Date()
  tomorrow.setDate(tomorrow.getDate() + 1)
  return (
    <>
      <div className="flex flex-wrap items-end gap-2">
        <div className="w-56">
          <Select
            size="lg"
            label={t('api_tokens.expiry')}
            placeholder={t('api_tokens.set_expiry')}
            disabled={never}
            error={error}
            options={[...terms, 'custom' as const].map((one) => ({
              value: one,
              label: t(`api_tokens.terms.${one}`),
            }))}
            value={never ? null : term}
            onChange={(next) => onChange({ ...value, term: next })}
          />
        </div>
        {term === 'custom' && !never && (
          <DatePicker
            label={t('api_tokens.terms.custom')}
            value={day}
            onChange={(next) => onChange({ ...value, day: next })}
            min={toDay(tomorrow)}
            trigger={
              <Button size="lg" icon={CalendarClock}>
                {day ? longDate(day) : t('api_tokens.pick_day')}
              </Button>
            }
          />
        )}
      </div>
      <p role="status" className="-mt-2 min-h-4 text-small text-ink-3">
        {never ? neverHint : end && expiryText(end)}
      </p>
    </>
  )
}
