import { type FormEvent, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { readAuthSearch } from '#entities/account/auth-search.ts'
import { useFormPost } from '#entities/account/form-post.ts'
import { AuthErrorBanner, useAuthSentence } from '#entities/sign-in/auth-error-banner.tsx'
import { useNewPassword } from '#entities/sign-in/new-password-fields.tsx'
import { Button, buttonLook } from '#ui/controls/button.tsx'
import { AccountLayout } from '#ui/layout/account-layout.tsx'
import { usePageTitle } from '#ui/platform/use-page-title.ts'
import { useSearch } from '#ui/router/hooks.ts'
import { classNames } from '#ui/theme/class-names.ts'
import { FixedEmail } from './step-form.tsx'

/** The target of the mailed link. After use it opens again without its secret. */
export function ResetPasswordScreen() {
  const { t } = useTranslation()
  const search = readAuthSearch(useSearch())
  const sentenceFor = useAuthSentence()
  const [code, setCode] = useState(search.error_code)
  const { uidb64, token, email } = search
  usePageTitle(t('auth.reset.page_title'))
  const isWhole = Boolean(uidb64 && token)

  return (
    <AccountLayout
      title={t('auth.reset.title')}
      subtitle={t(isWhole ? 'auth.reset.subtitle' : 'auth.reset.used_up')}
    >
      {code && (
        <AuthErrorBanner onClose={() => setCode(undefined)}>{sentenceFor(code)}</AuthErrorBanner>
      )}
      {uidb64 && token ? (
        <NewPasswordForm uidb64={uidb64} token={token} email={email} />
      ) : (
        <a
          href="/accounts/forgot-password/"
          className={classNames(buttonLook('primary', 'lg'), 'mt-6 w-full')}
        >
          {t('auth.reset.ask_again')}
        </a>
      )}
    </AccountLayout>
  )
}

interface NewPasswordFormProps {
  uidb64: string
  token: string
  email: string | undefined
}

function NewPasswordForm({ uidb64, token, email }: NewPasswordFormProps) {
  const { t } = useTranslation()
  const chosen = useNewPassword(t('auth.password'))
  const { busy, problem, post } = useFormPost()
  const ready = chosen.isReady && chosen.isStrong
  const action = `/auth/reset-password/${encodeURIComponent(uidb64)}/${encodeURIComponent(token)}/`

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    if (ready && !busy) void post(event)
    else event.preventDefault()
  }

  return (
    <form
      className="mt-6 flex flex-col gap-4"
      method="post"
      action={action}
      onSubmit={handleSubmit}
      noValidate
    >
      {email && <FixedEmail email={email} />}
      {chosen.fields({ autoFocus: true, error: problem })}
      <Button type="submit" variant="primary" size="lg" block busy={busy} disabled={!ready}>
        {t('auth.reset.set')}
      </Button>
    </form>
  )
}
