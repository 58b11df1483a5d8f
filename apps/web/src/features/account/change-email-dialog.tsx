import { readEmail } from '@cairn/contract'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useChangeEmail, useSendEmailCode } from '#entities/account/change-hooks.ts'
import { useInstance } from '#entities/instance/hooks.ts'
import { Button } from '#ui/controls/button.tsx'
import { FormFields } from '#ui/controls/form-layout.tsx'
import { Input } from '#ui/controls/input.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { leaveToast } from '#ui/feedback/toast.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { useProblem } from './use-problem.ts'

interface ChangeEmailDialogProps {
  open: boolean
  onClose: () => void
}

/** First the new email, then the code sent to it; after that the user signs in again. */
export function ChangeEmailDialog({ open, onClose }: ChangeEmailDialogProps) {
  const { t } = useTranslation()
  const messageOf = useProblem()
  const canMail = useInstance()?.config.is_smtp_configured
  const send = useSendEmailCode()
  const change = useChangeEmail()
  const [email, setEmail] = useState('')
  const [code, setCode] = useState('')
  const [sent, setSent] = useState(false)
  const [problem, setProblem] = useState<ReactNode>()

  function close() {
    onClose()
    setEmail('')
    setCode('')
    setSent(false)
    setProblem(undefined)
  }

  function handleSubmit() {
    setProblem(undefined)
    if (send.isPending || change.isPending || !canMail) return
    if (!readEmail(email)) return setProblem(t('account.email.invalid'))
    const onError = (error: unknown) => setProblem(messageOf(error))
    if (!sent) return send.mutate(email, { onSuccess: () => setSent(true), onError })
    if (!code.trim()) return setProblem(t('account.email.code_required'))
    change.mutate({ email, code }, { onSuccess: leave, onError })
  }

  function leave() {
    leaveToast({
      kind: 'success',
      title: t('account.email.changed'),
      text: t('account.email.sign_in_again'),
    })
    location.assign(`/?${new URLSearchParams({ email: email.trim() })}`)
  }

  const busy = send.isPending || change.isPending
  return (
    <Dialog
      open={open}
      onClose={close}
      title={t('account.email.title')}
      description={t(sent ? 'account.email.code_text' : 'account.email.text', { email })}
      size="sm"
      onSubmit={handleSubmit}
      footer={
        <>
          {sent && (
            <Button className="mr-auto" onClick={() => setSent(false)}>
              {t('account.email.other')}
            </Button>
          )}
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button type="submit" variant="primary" busy={busy} disabled={!canMail}>
            {sent
              ? t(busy ? 'account.email.confirming' : 'account.email.confirm')
              : t(busy ? 'account.email.sending' : 'account.email.send')}
          </Button>
        </>
      }
    >
      <FormFields>
        {!canMail && (
          <Banner boxed tone="warning">
            {t('account.email.no_mail')}
          </Banner>
        )}
        {sent ? (
          <Input
            key="code"
            size="lg"
            label={t('account.email.code')}
            autoFocus
            autoComplete="one-time-code"
            inputMode="numeric"
            maxLength={6}
            value={code}
            error={problem}
            onChange={(event) => setCode(event.target.value)}
          />
        ) : (
          <Input
            key="email"
            size="lg"
            type="email"
            label={t('account.email.new')}
            autoComplete="email"
            value={email}
            error={problem}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
      </FormFields>
    </Dialog>
  )
}
