import type { WebhookWithSecret } from '@cairn/contract'
import { TriangleAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { Button } from '#ui/controls/button.tsx'
import { FormFields } from '#ui/controls/form-layout.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { useClose } from '#ui/platform/presence.tsx'
import { choiceOf, EventChoice, eventsOf, everything, isNothing } from './event-choice.tsx'
import { useCreateWebhook } from './hooks.ts'
import { SecretField } from './secret-field.tsx'
import { saveSecret } from './secret-file.ts'
import { refusalOfUrl, UrlField } from './url-field.tsx'

interface DialogProps {
  slug: string
  onClose: () => void
}

/** First the URL and its events; then, once, the secret. */
export default function CreateWebhookDialog({ slug, onClose }: DialogProps) {
  const [made, setMade] = useState<WebhookWithSecret>()

  const close = useClose(onClose)

  function show(webhook: WebhookWithSecret) {
    setMade(webhook)
    saveSecret(webhook)
  }

  return made ? (
    <MadeDialog secret={made.secret_key} onClose={close} />
  ) : (
    <NewWebhookForm slug={slug} onMade={show} onClose={close} />
  )
}

interface NewWebhookFormProps extends DialogProps {
  onMade: (webhook: WebhookWithSecret) => void
}

function NewWebhookForm({ slug, onMade, onClose }: NewWebhookFormProps) {
  const { t } = useTranslation()
  const create = useCreateWebhook(slug)
  const field = useRef<HTMLInputElement>(null)
  const [url, setUrl] = useState('')
  const [choice, setChoice] = useState(choiceOf(everything))
  const [tried, setTried] = useState(false)
  const [refusal, setRefusal] = useState<string>()

  function handleSubmit() {
    setTried(true)
    if (!url.trim() || isNothing(eventsOf(choice)) || create.isPending) return
    create.mutate(
      { url: url.trim(), ...eventsOf(choice) },
      {
        onSuccess: (made) => {
          toast({ kind: 'success', title: t('webhooks.created') })
          onMade(made)
        },
        onError: (error) => {
          const refused = refusalOfUrl(error)
          setRefusal(refused)
          if (refused) field.current?.focus()
          else notifyFailure(t('webhooks.not_created'), error)
        },
      },
    )
  }

  return (
    <Dialog
      open
      onClose={onClose}
      dismissible={!url}
      title={t('webhooks.create_title')}
      initialFocus={field}
      onSubmit={handleSubmit}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" variant="primary" busy={create.isPending}>
            {t(create.isPending ? 'webhooks.creating' : 'webhooks.create')}
          </Button>
        </>
      }
    >
      <FormFields>
        <UrlField
          ref={field}
          value={url}
          error={tried && !url.trim() ? t('webhooks.url_required') : refusal}
          onChange={(next) => {
            setUrl(next)
            setRefusal(undefined)
          }}
        />
        <EventChoice
          value={choice}
          error={tried && isNothing(eventsOf(choice)) ? t('webhooks.event_required') : undefined}
          onChange={setChoice}
        />
      </FormFields>
    </Dialog>
  )
}

interface MadeDialogProps {
  secret: string
  onClose: () => void
}

function MadeDialog({ secret, onClose }: MadeDialogProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      open
      onClose={onClose}
      dismissible={false}
      escapable={false}
      title={t('webhooks.made_title')}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('webhooks.close')}
        </Button>
      }
    >
      <FormFields>
        <Banner boxed tone="warning" icon={TriangleAlert}>
          {t('webhooks.once')}
        </Banner>
        <SecretField secret={secret} hint={t('webhooks.secret_hint')} />
      </FormFields>
    </Dialog>
  )
}
