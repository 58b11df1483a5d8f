import { readEmail } from '@cairn/contract'
import { CircleCheck } from 'lucide-react'
import { useState } from 'react'
import { ApiError } from '#data/api.ts'
import { useTranslation } from '#data/i18n.ts'
import { sentenceOf } from '#data/notify-failure.ts'
import { useAdmin } from '#entities/instance/admin-hooks.ts'
import { useCheckEmail } from '#entities/instance-settings/hooks.ts'
import { Button } from '#ui/controls/button.tsx'
import { Input } from '#ui/controls/input.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'

interface TestEmailDialogProps {
  open: boolean
  onClose: () => void
  hasUnsaved: boolean
}

export function TestEmailDialog({ open, onClose, hasUnsaved }: TestEmailDialogProps) {
  const { t } = useTranslation()
  const { email } = useAdmin()
  const [typed, setTyped] = useState(email)
  const [left, setLeft] = useState(false)
  const check = useCheckEmail()
  const receiver = readEmail(typed)
  const answered = check.isSuccess || check.isError

  function close() {
    onClose()
    check.reset()
  }

  function handleSubmit() {
    setLeft(true)
    if (receiver && !check.isPending) check.mutate(receiver)
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      title={t('god_mode.test_email.title')}
      description={t('god_mode.test_email.description')}
      onSubmit={handleSubmit}
      footer={
        <>
          <Button onClick={close}>{answered ? t('god_mode.close') : t('common.cancel')}</Button>
          <Button type="submit" variant="primary" busy={check.isPending} disabled={!receiver}>
            {check.isPending ? t('god_mode.test_email.busy') : t('god_mode.test_email.send')}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {hasUnsaved && (
          <Banner boxed tone="warning">
            {t('god_mode.test_email.unsaved')}
          </Banner>
        )}
        <Input
          size="lg"
          type="email"
          label={t('god_mode.test_email.receiver')}
          autoComplete="email"
          required
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          onBlur={() => setLeft(true)}
          error={left && !receiver ? t('god_mode.test_email.receiver_problem') : undefined}
        />
        {check.isSuccess && (
          <>
            <Banner boxed tone="info" icon={CircleCheck}>
              {t('god_mode.test_email.sent', { receiver: check.variables })}
            </Banner>
            <Conversation lines={check.data.conversation} />
          </>
        )}
        {check.isError && (
          <>
            <Banner boxed tone="danger">
              {sentenceOf(check.error) ?? t('god_mode.test_email.failed')}
            </Banner>
            <Conversation lines={conversationIn(check.error)} />
          </>
        )}
      </div>
    </Dialog>
  )
}

function conversationIn(error: unknown): string[] {
  const body = error instanceof ApiError ? error.body : undefined
  if (typeof body !== 'object' || body === null || !('conversation' in body)) return []
  return Array.isArray(body.conversation) ? body.conversation.map(String) : []
}

/** The SMTP dialogue, line by line. */
function Conversation({ lines }: { lines: string[] }) {
  const { t } = useTranslation()
  if (lines.length === 0) return null
  return (
    <section aria-label={t('god_mode.test_email.conversation')}>
      <h3 className="mb-1.5 font-medium">{t('god_mode.test_email.conversation')}</h3>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        tabIndex={0}
        className="max-h-60 overflow-auto rounded-lg border border-line bg-sunken p-3 font-mono text-small text-ink-2"
      >
        {lines.join('\n')}
      </pre>
    </section>
  )
}
