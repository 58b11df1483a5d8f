import { CircleX } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { fieldFrame } from '#ui/controls/field.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'

export interface StepProps {
  email: string
  next_path?: string
  onBack: () => void
  onProblem: (problem: ReactNode) => void
}

interface StepFormProps extends StepProps {
  action: string
  problem: string | undefined
  onSubmit: (event: FormEvent<HTMLFormElement>) => void
  children: ReactNode
}

/** The form of the second step, posted by the browser itself: the account, then its proof. */
export function StepForm({
  email,
  next_path,
  onBack,
  onProblem,
  action,
  problem,
  onSubmit,
  children,
}: StepFormProps) {
  const { t } = useTranslation()
  useEffect(() => {
    if (problem) onProblem(problem)
  }, [problem, onProblem])
  return (
    <form className="mt-6 flex flex-col gap-4" method="post" action={action} onSubmit={onSubmit}>
      <FixedEmail
        email={email}
        action={
          <IconButton size="sm" icon={CircleX} label={t('auth.other_email')} onClick={onBack} />
        }
      />
      {/* For password managers: the email of this password. */}
      <input type="hidden" name="email" value={email} autoComplete="username" />
      {next_path && <input type="hidden" name="next_path" value={next_path} />}
      {children}
    </form>
  )
}

/** A known email that is not typed here. */
export function FixedEmail({ email, action }: { email: string; action?: ReactNode }) {
  const { t } = useTranslation()
  return (
    <div>
      <span className="mb-1.5 block font-medium">{t('auth.email')}</span>
      <div className={`${fieldFrame('lg', false)} bg-sunken! ${action ? 'pr-1' : ''}`}>
        <span className="min-w-0 grow truncate">{email}</span>
        {action}
      </div>
    </div>
  )
}
