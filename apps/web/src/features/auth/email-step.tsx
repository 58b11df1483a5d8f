import { readEmail } from '@cairn/contract'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { call } from '#data/api.ts'
import { useTranslation } from '#data/i18n.ts'
import { useAuthSite } from '#entities/sign-in/auth-site.ts'
import { Button } from '#ui/controls/button.tsx'
import { Input } from '#ui/controls/input.tsx'
import { useProblemOf } from './use-problem-of.ts'

export interface Checked {
  email: string
  existing: boolean
  /** Sends a code by mail, because there is no password. */
  byCode: boolean
}

interface EmailStepProps {
  email: string
  onChecked: (checked: Checked) => void
  onProblem: (problem: ReactNode) => void
}

export function EmailStep({ email, onChecked, onProblem }: EmailStepProps) {
  const { t } = useTranslation()
  const { calls } = useAuthSite()
  const problemOf = useProblemOf()
  const [typed, setTyped] = useState(email)
  const [left, setLeft] = useState(false)
  const address = readEmail(typed)
  const check = useMutation({
    mutationFn: (checked: string) => call(calls.emailCheck, { body: { email: checked } }),
    onSuccess: ({ existing, status }, checked) =>
      onChecked({ email: checked, existing, byCode: status === 'MAGIC_CODE' }),
    onError: (error) => onProblem(problemOf(error, typed)),
  })

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    setLeft(true)
    if (address && !check.isPending) check.mutate(address)
  }

  return (
    <form className="mt-6 flex flex-col gap-3" onSubmit={handleSubmit} noValidate>
      <Input
        size="lg"
        type="email"
        name="email"
        label={t('auth.email')}
        placeholder={t('auth.email_placeholder')}
        autoComplete="username"
        autoFocus
        value={typed}
        onChange={(event) => {
          setTyped(event.target.value)
          setLeft(false)
        }}
        onBlur={() => setLeft(true)}
        onClear={() => setTyped('')}
        clearLabel={t('auth.other_email')}
        error={left && typed.trim() && !address ? t('auth.email_invalid') : undefined}
      />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        block
        busy={check.isPending}
        disabled={!address}
      >
        {t('auth.continue')}
      </Button>
    </form>
  )
}
