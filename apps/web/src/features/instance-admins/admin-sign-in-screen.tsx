import { readEmail } from '@cairn/contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { readAuthSearch } from '#entities/account/auth-search.ts'
import { useFormPost } from '#entities/account/form-post.ts'
import { AuthErrorBanner, useAuthSentence } from '#entities/sign-in/auth-error-banner.tsx'
import { Button } from '#ui/controls/button.tsx'
import { FormFields } from '#ui/controls/form-layout.tsx'
import { Input } from '#ui/controls/input.tsx'
import { AccountLayout } from '#ui/layout/account-layout.tsx'
import { usePageTitle } from '#ui/platform/use-page-title.ts'
import { useSearch } from '#ui/router/hooks.ts'
import { saveReturnPath } from './return-path.ts'

export function AdminSignInScreen() {
  const { t } = useTranslation()
  const search = readAuthSearch(useSearch())
  const sentenceFor = useAuthSentence()
  const [code, setCode] = useState(search.error_code)
  const [email, setEmail] = useState(search.email ?? '')
  const [leftEmail, setLeftEmail] = useState(false)
  const [password, setPassword] = useState('')
  const { busy, problem, post } = useFormPost()
  usePageTitle(t('god_mode.sign_in.page_title'))

  const address = readEmail(email)
  const ready = address && password !== ''
  const banner = problem ?? (code && sentenceFor(code, email))

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    if (!ready || busy) return event.preventDefault()
    saveReturnPath(search)
    void post(event)
  }

  return (
    <AccountLayout
      title={t('god_mode.sign_in.title')}
      subtitle={t('god_mode.sign_in.subtitle')}
      aside={
        <a href="/" className="link font-medium">
          {t('god_mode.back_to_app')}
        </a>
      }
    >
      {banner && <AuthErrorBanner onClose={() => setCode(undefined)}>{banner}</AuthErrorBanner>}
      <form
        className="mt-6"
        method="post"
        action="/api/instances/admins/sign-in/"
        onSubmit={handleSubmit}
        noValidate
      >
        <FormFields>
          <Input
            size="lg"
            type="email"
            name="email"
            label={t('auth.email')}
            placeholder={t('auth.email_placeholder')}
            autoComplete="username"
            required
            autoFocus={!search.email}
            value={email}
            onChange={(event) => {
              setEmail(event.target.value)
              setLeftEmail(false)
            }}
            onBlur={() => setLeftEmail(true)}
            error={leftEmail && email.trim() && !address ? t('auth.email_invalid') : undefined}
          />
          <Input
            size="lg"
            type="password"
            name="password"
            label={t('auth.password')}
            placeholder={t('auth.enter_password')}
            autoComplete="current-password"
            required
            autoFocus={Boolean(search.email)}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
          <Button type="submit" variant="primary" size="lg" block busy={busy} disabled={!ready}>
            {busy ? t('god_mode.sign_in.busy') : t('god_mode.sign_in.submit')}
          </Button>
        </FormFields>
      </form>
    </AccountLayout>
  )
}
