import { type WebhookEvent, webhookEvents } from '@cairn/contract'
import { useId } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { Checkbox } from '#ui/controls/checkbox.tsx'
import { FieldError } from '#ui/controls/field.tsx'
import { RadioGroup } from '#ui/controls/radio-group.tsx'

export type Events = Record<WebhookEvent, boolean>

export const everything: Events = {
  ...{ project: true, cycle: true, issue: true, module: true, issue_comment: true },
}
export const nothing: Events = {
  ...{ project: false, cycle: false, issue: false, module: false, issue_comment: false },
}

export const isEverything = (events: Events) => webhookEvents.every((event) => events[event])
export const isNothing = (events: Events) => !webhookEvents.some((event) => events[event])

export interface Choice {
  kind: 'everything' | 'some'
  some: Events
}

/** Single events start with the stored selection, or with none if it was everything. */
export const choiceOf = (events: Events): Choice =>
  isEverything(events) ? { kind: 'everything', some: nothing } : { kind: 'some', some: events }

export const eventsOf = ({ kind, some }: Choice): Events =>
  kind === 'everything' ? everything : some

interface EventChoiceProps {
  value: Choice
  error?: string
  onChange: (choice: Choice) => void
}

/** Chooses all events or single ones. */
export function EventChoice({ value, error, onChange }: EventChoiceProps) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <div>
      <RadioGroup
        label={t('webhooks.which')}
        options={[
          { value: 'everything', label: t('webhooks.everything') },
          { value: 'some', label: t('webhooks.individual') },
        ]}
        value={value.kind}
        onChange={(kind) => onChange({ ...value, kind })}
      />
      {value.kind === 'some' && (
        <fieldset className="mt-3 ml-5.5 grid grid-cols-2 gap-x-6 gap-y-3 max-md:grid-cols-1">
          <legend className="sr-only">{t('webhooks.individual')}</legend>
          {webhookEvents.map((event) => (
            <div key={event}>
              <Checkbox
                label={t(`webhooks.event.${event}`)}
                aria-describedby={`${id}-${event}`}
                checked={value.some[event]}
                onChange={({ target }) =>
                  onChange({ ...value, some: { ...value.some, [event]: target.checked } })
                }
              />
              <p id={`${id}-${event}`} className="ml-5.5 text-small text-ink-3">
                {t(`webhooks.event_text.${event}`)}
              </p>
            </div>
          ))}
        </fieldset>
      )}
      {error && <FieldError>{error}</FieldError>}
    </div>
  )
}
