import { readEmail } from '@cairn/contract'
import { type FormEvent, Suspense, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { readAuthSearch } from '#entities/account/auth-search.ts'
import { useFormPost } from '#entities/account/form-post.ts'
import { AuthErrorBanner, useAuthSentence } from '#entities/sign-in/auth-error-banner.tsx'
import { useNewPassword } from '#entities/sign-in/new-password-fields.tsx'
import { Button } from '#ui/controls/button.tsx'
import { FormColumns, FormFields } from '#ui/controls/form-layout.tsx'
import { Input } from '#ui/controls/input.tsx'
import { Switch } from '#ui/controls/switch.tsx'
import { browsersZone } from '#ui/dates/own-zone.ts'
import { AccountLayout } from '#ui/layout/account-layout.tsx'
import { lazy } from '#ui/platform/lazy.ts'
import { usePageTitle } from '#ui/platform/use-page-title.ts'
import { useSearch } from '#ui/router/hooks.ts'

const RestoreScreen = lazy(() => import('./restore-screen.tsx'))

const atEmail = new Set(['5160', '5180'])
const atPassword = new Set(['5165'])

/** The first screen of a new instance: creates the first admin, or restores a backup. */
export function SetUpScreen() {
  const [isRestoring, setRestoring] = useState(false)
  if (!isRestoring) return <NewInstance onRestore={() => setRestoring(true)} />
  return (
    <Suspense>
      <RestoreScreen onBack={() => setRestoring(false)} />
    </Suspense>
  )
}

function NewInstance({ onRestore }: { onRestore: () => void }) {
  const { t } = useTranslation()
  const search = readAuthSearch(useSearch())
  const sentenceFor = useAuthSentence()
  const [code, setCode] = useState(search.error_code)
  const [firstName, setFirstName] = useState(search.first_name ?? '')
  const [email, setEmail] = useState(search.email ?? '')
  const [leftEmail, setLeftEmail] = useState(false)
  const chosen = useNewPassword()
  const { busy, problem, post } = useFormPost()
  usePageTitle(t('setup.page_title'))

  const address = readEmail(email)
  const ready = firstName.trim() !== '' && address && chosen.isStrong && chosen.isReady
  const sentence = code && sentenceFor(code, email)
  const emailError = code && atEmail.has(code) ? sentence : undefined
  const passwordError = code && atPassword.has(code) ? sentence : undefined
  const banner = problem ?? (emailError || passwordError ? undefined : sentence)

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    if (ready && !busy) void post(event)
    else event.preventDefault()
  }

  return (
    <AccountLayout
      width="wide"
      title={t('setup.title')}
      subtitle={t('setup.subtitle')}
      aside={<span className="max-md:hidden">{t('setup.aside')}</span>}
    >
      {banner && <AuthErrorBanner onClose={() => setCode(undefined)}>{banner}</AuthErrorBanner>}
      <form
        className="mt-6"
        method="post"
        action="/api/instances/admins/sign-up/"
        onSubmit={handleSubmit}
        noValidate
      >
        <FormFields>
          <FormColumns>
            <Input
              size="lg"
              name="first_name"
              label={t('setup.first_name')}
              autoComplete="given-name"
              maxLength={255}
              required
              autoFocus
              value={firstName}
              onChange={(event) => setFirstName(event.target.value)}
            />
            <Input
              size="lg"
              name="last_name"
              label={t('setup.last_name')}
              autoComplete="family-name"
              maxLength={255}
              defaultValue={search.last_name}
            />
          </FormColumns>
          <FormColumns>
            <Input
              size="lg"
              type="email"
              name="email"
              label={t('auth.email')}
              placeholder={t('auth.email_placeholder')}
              autoComplete="username"
              required
              value={email}
              onChange={(event) => {
                setEmail(event.target.value)
                setLeftEmail(false)
                if (emailError) setCode(undefined)
              }}
              onBlur={() => setLeftEmail(true)}
              error={
                emailError ??
                (leftEmail && email.trim() && !address ? t('auth.email_invalid') : undefined)
              }
            />
            <Input
              size="lg"
              name="company_name"
              label={t('setup.company')}
              autoComplete="organization"
              maxLength={255}
              defaultValue={search.company_name}
            />
          </FormColumns>
          {chosen.fields({ error: passwordError })}
          <input type="hidden" name="user_timezone" value={browsersZone} />
          <div className="flex items-start gap-3 rounded-lg border border-line bg-canvas p-3">
            <Switch id="demo" name="demo" value="1" defaultChecked className="mt-0.5" />
            <label htmlFor="demo" className="grow">
              <span className="block font-medium">{t('setup.demo')}</span>
              <span className="block text-ink-2">{t('setup.demo_hint')}</span>
            </label>
          </div>
          <Button type="submit" variant="primary" size="lg" block busy={busy} disabled={!ready}>
            {busy ? t('setup.busy') : t('auth.continue')}
          </Button>
          <Button variant="ghost" size="lg" block disabled={busy} onClick={onRestore}>
            {t('setup.restore.open')}
          </Button>
        </FormFields>
      </form>
    </AccountLayout>
  )
}
