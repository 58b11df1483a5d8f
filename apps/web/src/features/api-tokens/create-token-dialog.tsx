import { toCsv } from '@cairn/contract'
import { useRef, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { saveFile } from '#data/save-file.ts'
import { ExpiryField, endOfExpiry, noExpiry } from '#entities/token/expiry-field.tsx'
import { ShownToken } from '#entities/token/shown-token.tsx'
import { useExpiryText } from '#entities/token/use-expiry-text.ts'
import { Button } from '#ui/controls/button.tsx'
import { FormFields } from '#ui/controls/form-layout.tsx'
import { Input } from '#ui/controls/input.tsx'
import { Switch } from '#ui/controls/switch.tsx'
import { Textarea } from '#ui/controls/textarea.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { useClose } from '#ui/platform/presence.tsx'
import { useCreateApiToken } from './hooks.ts'

const MAX_TITLE_LENGTH = 255

interface Made {
  title: string
  description: string
  expired_at: string | null
  token: string
}

export function CreateTokenDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const expiryText = useExpiryText()
  const create = useCreateApiToken()
  const [made, setMade] = useState<Made>()

  const close = useClose(onClose)

  function show(next: Made) {
    setMade(next)
    const heads = ['title', 'description', 'expiry', 'secret'] as const
    const values = [next.title, next.description, expiryText(next.expired_at), next.token]
    const rows = [heads.map((head) => t(`api_tokens.csv.${head}`)), values]
    saveFile(`secret-key-${Date.now()}.csv`, 'text/csv', toCsv(rows))
  }

  return made ? (
    <ShownToken
      open
      title={t('api_tokens.made_title')}
      warning={t('api_tokens.once')}
      token={made.token}
      expired_at={made.expired_at}
      onClose={close}
    />
  ) : (
    <NewTokenForm
      busy={create.isPending}
      create={create.mutateAsync}
      onMade={show}
      onClose={close}
    />
  )
}

interface NewTokenFormProps {
  busy: boolean
  create: ReturnType<typeof useCreateApiToken>['mutateAsync']
  onMade: (made: Made) => void
  onClose: () => void
}

function NewTokenForm({ busy, create, onMade, onClose }: NewTokenFormProps) {
  const { t } = useTranslation()
  const titleField = useRef<HTMLInputElement>(null)
  const [title, setTitle] = useState('')
  const [description, setDescription] = useState('')
  const [expiry, setExpiry] = useState(noExpiry)
  const [tried, setTried] = useState(false)
  const titleError =
    (tried && !title.trim() && t('api_tokens.title_required')) ||
    (title.length > MAX_TITLE_LENGTH && t('api_tokens.title_long')) ||
    undefined
  const end = endOfExpiry(expiry)
  const expiryError = tried && end === undefined ? t('api_tokens.expiry_required') : undefined

  async function handleSubmit() {
    setTried(true)
    if (!title.trim() || title.length > MAX_TITLE_LENGTH || end === undefined || busy) return
    const expired_at = end === null ? null : end.toISOString()
    const words = { title: title.trim(), description: description.trim() }
    try {
      const { token } = await create({
        label: words.title,
        description: words.description,
        expired_at,
      })
      onMade({ ...words, expired_at, token })
    } catch (error) {
      notifyFailure(t('api_tokens.not_created'), error)
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      dismissible={false}
      title={t('api_tokens.create_title')}
      initialFocus={titleField}
      onSubmit={() => void handleSubmit()}
      footer={
        <>
          <Switch
            className="mr-auto"
            label={t('api_tokens.never')}
            checked={expiry.never}
            onChange={(never) => setExpiry({ ...expiry, never })}
          />
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" variant="primary" busy={busy}>
            {t(busy ? 'api_tokens.generating' : 'api_tokens.generate')}
          </Button>
        </>
      }
    >
      <FormFields>
        <Input
          ref={titleField}
          size="lg"
          label={t('api_tokens.name')}
          required
          value={title}
          error={titleError}
          onChange={(event) => setTitle(event.target.value)}
        />
        <Textarea
          label={t('api_tokens.description')}
          rows={3}
          value={description}
          onChange={(event) => setDescription(event.target.value)}
        />
        <ExpiryField
          value={expiry}
          onChange={setExpiry}
          neverHint={t('api_tokens.never_hint')}
          error={expiryError}
        />
      </FormFields>
    </Dialog>
  )
}
