import { X } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useFormPost } from '#entities/account/form-post.ts'
import { useAuthSite } from '#entities/sign-in/auth-site.ts'
import { useNewPassword } from '#entities/sign-in/new-password-fields.tsx'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Input } from '#ui/controls/input.tsx'
import { Popover } from '#ui/overlays/popover.tsx'
import { StepForm, type StepProps } from './step-form.tsx'

interface SignInPasswordProps extends StepProps {
  canMail: boolean
  /** Undefined if codes are disabled. */
  onUseCode?: () => void
}

export function SignInPassword({ canMail, onUseCode, ...step }: SignInPasswordProps) {
  const { t } = useTranslation()
  const { forms, isApp } = useAuthSite()
  const [password, setPassword] = useState('')
  const { busy, problem, post } = useFormPost()

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    if (password && !busy) void post(event)
    else event.preventDefault()
  }

  return (
    <StepForm {...step} action={`${forms}sign-in/`} problem={problem} onSubmit={handleSubmit}>
      <div>
        <Input
          size="lg"
          type="password"
          name="password"
          label={t('auth.password')}
          placeholder={t('auth.enter_password')}
          autoComplete="current-password"
          autoFocus
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <div className="mt-2 text-small">
          <ForgottenPassword email={step.email} canMail={canMail} />
        </div>
      </div>
      <div className="flex flex-col gap-2">
        <Button type="submit" variant="primary" size="lg" block busy={busy} disabled={!password}>
          {t(canMail || !isApp ? 'auth.continue' : 'auth.go_to_workspace')}
        </Button>
        {onUseCode && (
          <Button size="lg" block onClick={onUseCode}>
            {t('auth.use_code')}
          </Button>
        )}
      </div>
    </StepForm>
  )
}

function ForgottenPassword({ email, canMail }: { email: string; canMail: boolean }) {
  const { t } = useTranslation()
  const look = 'link hit font-medium'
  if (canMail) {
    return (
      <a href={`/accounts/forgot-password/?${new URLSearchParams({ email })}`} className={look}>
        {t('auth.forgotten')}
      </a>
    )
  }
  return (
    <Popover
      label={t('auth.forgotten')}
      width={320}
      trigger={
        <button type="button" className={look}>
          {t('auth.forgotten')}
        </button>
      }
    >
      {(close) => (
        <div className="flex items-start gap-2">
          <p className="grow text-ink-2">{t('auth.no_reset_link')}</p>
          <IconButton
            size="sm"
            icon={X}
            iconSize={14}
            label={t('auth.close_popover')}
            onClick={close}
          />
        </div>
      )}
    </Popover>
  )
}

export function SignUpPassword(step: StepProps) {
  const { t } = useTranslation()
  const { forms } = useAuthSite()
  const chosen = useNewPassword()
  const { busy, problem, post } = useFormPost()

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    if (chosen.isReady && chosen.isStrong && !busy) return void post(event)
    event.preventDefault()
    if (chosen.isReady && !chosen.isStrong) step.onProblem(t('auth.not_strong'))
  }

  return (
    <StepForm {...step} action={`${forms}sign-up/`} problem={problem} onSubmit={handleSubmit}>
      {chosen.fields({ autoFocus: true })}
      <Button
        type="submit"
        variant="primary"
        size="lg"
        block
        busy={busy}
        disabled={!chosen.isReady}
      >
        {t('auth.create_account')}
      </Button>
    </StepForm>
  )
}
