import { toCsv } from '@cairn/contract'
import { CalendarClock, Copy, TriangleAlert } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#data/api.ts'
import { Banner } from '#ui/banner.tsx'
import { Button } from '#ui/button.tsx'
import { copyText } from '#ui/copy-text.ts'
import { DatePicker } from '#ui/date-picker.tsx'
import { type Day, longDate, toDay } from '#ui/day.ts'
import { Dialog } from '#ui/dialog.tsx'
import { FormFields } from '#ui/form-layout.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { Switch } from '#ui/switch.tsx'
import { Textarea } from '#ui/textarea.tsx'
import { toast } from '#ui/toast.ts'
import { endOf, expiryAfter, type Term, terms } from './expiry.ts'
import { useCreateApiToken } from './hooks.ts'
import { saveFile } from './token-file.ts'
import { useExpiryText } from './use-expiry-text.ts'

const MOST_IN_TITLE = 255

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
  const [open, setOpen] = useState(true)
  const [made, setMade] = useState<Made>()

  function close() {
    setOpen(false)
    setTimeout(onClose, 200)
  }

  function show(next: Made) {
    setMade(next)
    const heads = ['title', 'description', 'expiry', 'secret'] as const
    const values = [next.title, next.description, expiryText(next.expired_at), next.token]
    const rows = [heads.map((head) => t(`api_tokens.csv.${head}`)), values]
    saveFile(`secret-key-${Date.now()}.csv`, 'text/csv', toCsv(rows))
  }

  return made ? (
    <MadeDialog open={open} made={made} onClose={close} />
  ) : (
    <NewTokenForm
      open={open}
      busy={create.isPending}
      create={create.mutateAsync}
      onMade={show}
      onClose={close}
    />
  )
}

interface NewTokenFormProps {
  open: boolean
  busy: boolean
  create: ReturnType<typeof useCreateApiToken>['mutateAsync']
  onMade: (made: Made) => void
  onClose: () => void
}

function NewTokenForm({ open, busy, create, onMade, onClose }: NewTokenFormProps) {
  const { t } = useTranslation()
  const expiryText = useExpiryText()
  const titleField = useRef<HTMLInputElement>(null)
  const [title, setTitle] = useState('')
  const [description, setDescription] = useState('')
  const [term, setTerm] = useState<Term | 'custom' | null>(null)
  const [day, setDay] = useState<Day | null>(null)
  const [never, setNever] = useState(false)
  const [tried, setTried] = useState(false)
  const tomorrow = new Date()
  tomorrow.setDate(tomorrow.getDate() + 1)

  const end =
    term === 'custom' ? endOf(day ?? '') : term ? expiryAfter(term, new Date()) : undefined
  const titleError =
    (tried && !title.trim() && t('api_tokens.title_required')) ||
    (title.length > MOST_IN_TITLE && t('api_tokens.title_long')) ||
    undefined

  const fail = (text: string) => toast({ kind: 'error', title: t('api_tokens.error'), text })

  async function handleSubmit() {
    setTried(true)
    if (!title.trim() || title.length > MOST_IN_TITLE || busy) return
    if (!never && !end) {
      fail(t('api_tokens.expiry_required'))
      return
    }
    const expired_at = never || !end ? null : end.toISOString()
    const words = { title: title.trim(), description: description.trim() }
    try {
      const { token } = await create({
        label: words.title,
        description: words.description,
        expired_at,
      })
      onMade({ ...words, expired_at, token })
    } catch (error) {
      fail((error instanceof ApiError && error.sentence) || t('errors.something_wrong'))
    }
  }

  return (
    <Dialog
      open={open}
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
            checked={never}
            onChange={setNever}
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
        <div className="flex flex-wrap items-end gap-2">
          <div className="w-56">
            <Select
              size="lg"
              label={t('api_tokens.expiry')}
              placeholder={t('api_tokens.set_expiry')}
              disabled={never}
              options={[...terms, 'custom' as const].map((value) => ({
                value,
                label: t(`api_tokens.terms.${value}`),
              }))}
              value={never ? null : term}
              onChange={setTerm}
            />
          </div>
          {term === 'custom' && !never && (
            <DatePicker
              label={t('api_tokens.terms.custom')}
              value={day}
              onChange={setDay}
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
          {never ? t('api_tokens.never_hint') : end && expiryText(end)}
        </p>
      </FormFields>
    </Dialog>
  )
}

function MadeDialog({ open, made, onClose }: { open: boolean; made: Made; onClose: () => void }) {
  const { t } = useTranslation()
  const expiryText = useExpiryText()

  async function copy() {
    const copied = await copyText(made.token)
    toast(
      copied
        ? { kind: 'success', title: t('api_tokens.success'), text: t('api_tokens.copied') }
        : { kind: 'error', title: t('api_tokens.error'), text: t('api_tokens.not_copied') },
    )
  }

  return (
    <Dialog
      open={open}
      onClose={onClose}
      dismissible={false}
      title={t('api_tokens.made_title')}
      footer={
        <Button variant="primary" onClick={onClose}>
          {t('api_tokens.close')}
        </Button>
      }
    >
      <FormFields>
        <Banner boxed tone="warning" icon={TriangleAlert}>
          {t('api_tokens.once')}
        </Banner>
        <Input
          size="lg"
          label={t('api_tokens.token')}
          readOnly
          value={made.token}
          className="font-mono"
          onFocus={(event) => event.target.select()}
          after={
            <IconButton
              size="sm"
              icon={Copy}
              label={t('api_tokens.copy')}
              onClick={() => void copy()}
            />
          }
        />
        <p className="text-small text-ink-3">{expiryText(made.expired_at)}</p>
      </FormFields>
    </Dialog>
  )
}
