import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useMe } from '#entities/account/hooks.ts'
import { setFirstPassword } from '#entities/sign-in/first-password.ts'
import { useNewPassword } from '#entities/sign-in/new-password-fields.tsx'
import { Button } from '#ui/controls/button.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { AccountLayout } from '#ui/layout/account-layout.tsx'
import { usePageTitle } from '#ui/platform/use-page-title.ts'
import { FixedEmail } from './step-form.tsx'
import { useProblemOf } from './use-problem-of.ts'

/** Lets users who signed in with a code set a password. */
export function SetPasswordScreen() {
  const { t } = useTranslation()
  const { email } = useMe()
  const problemOf = useProblemOf()
  const chosen = useNewPassword(t('auth.password'))
  const ready = chosen.isReady && chosen.isStrong
  usePageTitle(t('auth.set.page_title'))
  const save = useMutation({
    mutationFn: setFirstPassword,
    onSuccess: () => location.assign('/'),
    onError: (error) =>
      toast({ kind: 'error', title: t('auth.error_title'), text: problemOf(error) }),
  })

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (ready && !save.isPending) save.mutate(chosen.password)
  }

  return (
    <AccountLayout title={t('auth.set.title')} subtitle={t('auth.set.subtitle')}>
      <form className="mt-6 flex flex-col gap-4" onSubmit={handleSubmit} noValidate>
        <FixedEmail email={email} />
        {chosen.fields({ autoFocus: true })}
        <Button
          type="submit"
          variant="primary"
          size="lg"
          block
          busy={save.isPending || save.isSuccess}
          disabled={!ready}
        >
          {t('auth.continue')}
        </Button>
      </form>
    </AccountLayout>
  )
}
