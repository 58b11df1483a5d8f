import { type Webhook, webhookEvents } from '@cairn/contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { Button } from '#ui/controls/button.tsx'
import { FormFields } from '#ui/controls/form-layout.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { type Choice, choiceOf, EventChoice, eventsOf } from './event-choice.tsx'
import { useChangeWebhook } from './hooks.ts'
import { refusalOfUrl, UrlField } from './url-field.tsx'

interface Draft {
  url?: string
  choice?: Choice
}

/** Holds only edited fields: the others show changes made by other users meanwhile. */
export function WebhookForm({ slug, webhook }: { slug: string; webhook: Webhook }) {
  const { t } = useTranslation()
  const change = useChangeWebhook(slug, webhook.id)
  const [draft, setDraft] = useState<Draft>({})
  const [refusal, setRefusal] = useState<string>()
  const { url = webhook.url, choice = choiceOf(webhook) } = draft
  const events = eventsOf(choice)
  const isChanged =
    url.trim() !== webhook.url || webhookEvents.some((event) => events[event] !== webhook[event])

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (!url.trim() || !isChanged || change.isPending) return
    // An unchanged URL is not sent, so that it is not looked up again.
    const moved = url.trim() !== webhook.url
    change.mutate(
      { ...(moved && { url: url.trim() }), ...events },
      {
        onSuccess: () => {
          setDraft({})
          toast({ kind: 'success', title: t('webhooks.updated') })
        },
        onError: (error) => {
          const refused = refusalOfUrl(error)
          setRefusal(refused)
          if (!refused) notifyFailure(t('webhooks.not_updated'), error)
        },
      },
    )
  }

  return (
    <form onSubmit={handleSubmit} noValidate>
      <FormFields>
        <UrlField
          value={url}
          error={url.trim() ? refusal : t('webhooks.url_required')}
          onChange={(next) => {
            setDraft({ ...draft, url: next })
            setRefusal(undefined)
          }}
        />
        <EventChoice value={choice} onChange={(next) => setDraft({ ...draft, choice: next })} />
        <div>
          <Button
            type="submit"
            variant="primary"
            busy={change.isPending}
            disabled={!isChanged || !url.trim()}
          >
            {t(change.isPending ? 'webhooks.updating' : 'webhooks.update')}
          </Button>
        </div>
      </FormFields>
    </form>
  )
}
