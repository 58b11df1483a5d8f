import { useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useInstance } from '#features/instance/hooks.ts'
import { usePageTitle } from '#features/shell/use-page-title.ts'
import { AccountLayout } from './account-layout.tsx'
import { AuthErrorBanner, useAuthSentence } from './auth-error-banner.tsx'
import { type AuthSearch, type Mode, readAuthSearch, stepAfter } from './auth-search.ts'
import { EmailStep } from './email-step.tsx'
import { SignInPassword, SignUpPassword } from './password-step.tsx'

export const SignInScreen = () => <AuthScreen page="sign_in" />
export const SignUpScreen = () => <AuthScreen page="sign_up" />

function AuthScreen({ page }: { page: Mode }) {
  const { t } = useTranslation()
  const search = useSearch({ strict: false, select: readAuthSearch })
  usePageTitle(t(`auth.${page}.page_title`))
  // A link to the same page with another address starts over.
  return <AuthFlow key={`${page} ${JSON.stringify(search)}`} page={page} search={search} />
}

function AuthFlow({ page, search }: { page: Mode; search: AuthSearch }) {
  const { t } = useTranslation()
  const sentenceFor = useAuthSentence()
  const stepped = stepAfter(search)
  const [email, setEmail] = useState(search.email ?? '')
  const [mode, setMode] = useState<Mode>(stepped ?? page)
  const [step, setStep] = useState<'email' | 'password'>(stepped ? 'password' : 'email')
  const [problem, setProblem] = useState<ReactNode>(() =>
    search.error_code ? sentenceFor(search.error_code, search.email) : undefined,
  )

  function handleChecked(checked: string, existing: boolean) {
    setEmail(checked)
    setMode(existing ? 'sign_in' : 'sign_up')
    setStep('password')
    setProblem(undefined)
  }

  function handleBack() {
    setMode(page)
    setStep('email')
    setProblem(undefined)
    history.replaceState(history.state, '', location.pathname)
  }

  const Password = mode === 'sign_in' ? SignInPassword : SignUpPassword
  return (
    <AccountLayout
      title={t(`auth.${mode}.title`)}
      subtitle={t(`auth.${mode}.${step}_subtitle`)}
      aside={<OtherForm page={page} />}
    >
      {problem && (
        <AuthErrorBanner onClose={() => setProblem(undefined)}>{problem}</AuthErrorBanner>
      )}
      {step === 'email' ? (
        <EmailStep email={email} onChecked={handleChecked} onProblem={setProblem} />
      ) : (
        <Password
          email={email}
          next_path={search.next_path}
          onBack={handleBack}
          onProblem={setProblem}
        />
      )}
    </AccountLayout>
  )
}

function OtherForm({ page }: { page: Mode }) {
  const { t } = useTranslation()
  const canSignUp = useInstance()?.config.enable_signup
  if (page === 'sign_in' && !canSignUp) return null
  return (
    <>
      <span className="max-md:hidden">{t(`auth.${page}.other_question`)} </span>
      <a href={page === 'sign_in' ? '/sign-up' : '/'} className="link font-medium">
        {t(`auth.${page}.other_link`)}
      </a>
    </>
  )
}
