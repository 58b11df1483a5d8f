import { type FormEvent, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import type { Mode } from '#entities/account/auth-search.ts'
import { useFormPost } from '#entities/account/form-post.ts'
import { useAuthSite } from '#entities/sign-in/auth-site.ts'
import { Button } from '#ui/controls/button.tsx'
import { Input } from '#ui/controls/input.tsx'
import { StepForm, type StepProps } from './step-form.tsx'
import type { CodeRequest } from './use-code-request.ts'

const actions: Record<Mode, string> = {
  sign_in: 'magic-sign-in/',
  sign_up: 'magic-sign-up/',
}

interface CodeStepProps extends StepProps {
  mode: Mode
  request: CodeRequest
}

export function CodeStep({ mode, request, ...step }: CodeStepProps) {
  const { t } = useTranslation()
  const { forms } = useAuthSite()
  const [code, setCode] = useState('')
  const { busy, problem, post } = useFormPost()
  const ready = code.trim() !== ''

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    if (ready && !busy && !request.isSending) void post(event)
    else event.preventDefault()
  }

  return (
    <StepForm {...step} action={forms + actions[mode]} problem={problem} onSubmit={handleSubmit}>
      <div>
        <Input
          size="lg"
          name="code"
          label={t('auth.code')}
          placeholder={t('auth.code_shape')}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
        <div className="mt-1 flex min-h-6 items-center justify-between gap-2 text-small text-ink-3">
          <span>{t('auth.paste_code')}</span>
          <Resend email={step.email} request={request} />
        </div>
      </div>
      <Button
        type="submit"
        variant="primary"
        size="lg"
        block
        busy={busy || request.isSending}
        disabled={!ready && !request.isSending}
      >
        {t(request.isSending ? 'auth.sending_code' : 'auth.continue')}
      </Button>
    </StepForm>
  )
}

function Resend({ email, request }: { email: string; request: CodeRequest }) {
  const { t } = useTranslation()
  if (request.isSending) return <span role="status">{t('auth.requesting_code')}</span>
  if (request.wait > 0) {
    return <span className="tabular-nums">{t('auth.resend_in', { count: request.wait })}</span>
  }
  return (
    <button type="button" className="link hit font-medium" onClick={() => request.send(email)}>
      {t('auth.resend')}
    </button>
  )
}
