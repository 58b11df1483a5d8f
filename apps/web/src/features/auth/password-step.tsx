import { CircleX } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#ui/button.tsx'
import { fieldFrame } from '#ui/field.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Input } from '#ui/input.tsx'
import { useFormPost } from './form-post.ts'
import { useNewPassword } from './new-password-fields.tsx'

interface PasswordStepProps {
  email: string
  next_path?: string
  onBack: () => void
  onProblem: (problem: ReactNode) => void
}

interface FrameProps extends PasswordStepProps {
  action: string
  busy: boolean
  problem: string | undefined
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  children: ReactNode
}

function Frame({
  email,
  next_path,
  onBack,
  onProblem,
  action,
  problem,
  onSubmit,
  children,
}: FrameProps) {
  const { t } = useTranslation()
  useEffect(() => {
    if (problem) onProblem(problem)
  }, [problem, onProblem])
  return (
    <form className="mt-6 flex flex-col gap-4" method="post" action={action} onSubmit={onSubmit}>
      <div>
        <span className="mb-1.5 block font-medium">{t('auth.email')}</span>
        <div className={`${fieldFrame('lg', false)} bg-sunken pr-1`}>
          <span className="min-w-0 grow truncate">{email}</span>
          <IconButton size="sm" icon={CircleX} label={t('auth.other_email')} onClick={onBack} />
        </div>
      </div>
      {/* For password managers: the address this password belongs to. */}
      <input type="hidden" name="email" value={email} autoComplete="username" />
      {next_path && <input type="hidden" name="next_path" value={next_path} />}
      {children}
    </form>
  )
}

export function SignInPassword(props: PasswordStepProps) {
  const { t } = useTranslation()
  const [password, setPassword] = useState('')
  const { busy, problem, post } = useFormPost()

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    if (password && !busy) void post(event)
    else event.preventDefault()
  }

  return (
    <Frame {...props} action="/auth/sign-in/" busy={busy} problem={problem} onSubmit={handleSubmit}>
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
      <Button type="submit" variant="primary" size="lg" block busy={busy} disabled={!password}>
        {t('auth.go_to_workspace')}
      </Button>
    </Frame>
  )
}

export function SignUpPassword(props: PasswordStepProps) {
  const { t } = useTranslation()
  const chosen = useNewPassword()
  const { busy, problem, post } = useFormPost()

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    if (chosen.isReady && chosen.isStrong && !busy) return void post(event)
    event.preventDefault()
    if (chosen.isReady && !chosen.isStrong) props.onProblem(t('auth.not_strong'))
  }

  return (
    <Frame {...props} action="/auth/sign-up/" busy={busy} problem={problem} onSubmit={handleSubmit}>
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
    </Frame>
  )
}
