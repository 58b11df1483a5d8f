import { type FormEvent, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { queryLayers } from '#data/query-client.ts'
import { useChangePassword } from '#entities/account/change-hooks.ts'
import { session, useMe } from '#entities/account/hooks.ts'
import { StrengthMeter } from '#entities/sign-in/strength-meter.tsx'
import { useStrength } from '#entities/sign-in/use-strength.ts'
import { Button } from '#ui/controls/button.tsx'
import { SettingsSection } from '#ui/controls/form-layout.tsx'
import { Input } from '#ui/controls/input.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { useProblem } from './use-problem.ts'

const nothing = { old: '', next: '', again: '' }

export function ChangePassword() {
  const { t } = useTranslation()
  const { is_password_autoset, email } = useMe()
  const problemOf = useProblem()
  const change = useChangePassword()
  const [typed, setTyped] = useState(nothing)
  const [left, setLeft] = useState<Partial<Record<keyof typeof nothing, boolean>>>({})
  const strength = useStrength(typed.next)
  const needsOld = !is_password_autoset

  const same = needsOld && typed.next !== '' && typed.next === typed.old
  const differs = typed.again !== '' && typed.again !== typed.next
  const ready =
    (!needsOld || typed.old !== '') && strength === 'strong' && typed.again === typed.next && !same

  const missing = (name: keyof typeof nothing) =>
    left[name] && typed[name] === '' ? t('account.security.required') : undefined
  const field = (name: keyof typeof nothing) => ({
    size: 'lg' as const,
    type: 'password' as const,
    required: true,
    value: typed[name],
    onChange: (event: { target: { value: string } }) =>
      setTyped((before) => ({ ...before, [name]: event.target.value })),
    onBlur: () => setLeft((before) => ({ ...before, [name]: true })),
  })

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (!ready || change.isPending) return
    const body = needsOld
      ? { old_password: typed.old, new_password: typed.next }
      : { new_password: typed.next }
    change.mutate(body, {
      onSuccess: () => {
        setTyped(nothing)
        setLeft({})
        queryLayers.happen(session.queryKey, (me) => me && { ...me, is_password_autoset: false })
        toast({ kind: 'success', title: t('account.security.changed') })
      },
      onError: (error) =>
        toast({ kind: 'error', title: t('account.security.not_changed'), text: problemOf(error) }),
    })
  }

  return (
    <SettingsSection title={t('account.security.password')}>
      <form noValidate onSubmit={handleSubmit} className="mt-2 flex max-w-90 flex-col gap-4">
        {/* For password managers, which keep a password with its account. */}
        <input type="text" autoComplete="username" readOnly hidden value={email} />
        {needsOld && (
          <Input
            {...field('old')}
            label={t('account.security.current')}
            autoComplete="current-password"
            error={missing('old')}
          />
        )}
        <div>
          <Input
            {...field('next')}
            label={t('account.security.new')}
            autoComplete="new-password"
            error={same ? t('account.security.same') : missing('next')}
          />
          {typed.next !== '' && strength !== 'strong' && <StrengthMeter strength={strength} />}
        </div>
        <Input
          {...field('again')}
          label={t('account.security.again')}
          autoComplete="new-password"
          error={differs && left.again ? t('account.security.differs') : missing('again')}
        />
        <div>
          <Button type="submit" variant="primary" disabled={!ready} busy={change.isPending}>
            {t(change.isPending ? 'account.security.changing' : 'account.security.change')}
          </Button>
        </div>
      </form>
    </SettingsSection>
  )
}
