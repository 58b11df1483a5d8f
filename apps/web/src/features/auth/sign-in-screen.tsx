import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import {
  type AuthSearch,
  invitationIn,
  type Mode,
  readAuthSearch,
  type Step,
  stepAfter,
} from '#entities/account/auth-search.ts'
import { useInstance } from '#entities/instance/hooks.ts'
import { invitationBehind } from '#entities/invitation/my-invitations.ts'
import { AuthErrorBanner, useAuthSentence } from '#entities/sign-in/auth-error-banner.tsx'
import { useAuthSite } from '#entities/sign-in/auth-site.ts'
import { Or } from '#entities/sign-in/or.tsx'
import { Loader } from '#ui/feedback/loader.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { AccountLayout } from '#ui/layout/account-layout.tsx'
import { lazy } from '#ui/platform/lazy.ts'
import { usePageTitle } from '#ui/platform/use-page-title.ts'
import { useSearch } from '#ui/router/hooks.ts'
import { CodeStep } from './code-step.tsx'
import { type Checked, EmailStep } from './email-step.tsx'
import { SignInPassword, SignUpPassword } from './password-step.tsx'
import { ProviderLinks, useProviders } from './provider-links.tsx'
import { useCodeRequest } from './use-code-request.ts'

// It loads the workspace menu: only for invited users.
const JoinTitle = lazy(() => import('./join-title.tsx'))

export const SignInScreen = () => <AuthScreen page="sign_in" />
export const SignUpScreen = () => <AuthScreen page="sign_up" />

function AuthScreen({ page }: { page: Mode }) {
  const { t } = useTranslation()
  const search = readAuthSearch(useSearch())
  usePageTitle(t(`auth.${page}.page_title`))
  useEffect(() => {
    if (search.success) {
      toast({
        id: 'reset',
        kind: 'success',
        title: t('auth.reset.done'),
        text: t('auth.reset.now'),
      })
    }
  }, [search.success, t])
  // A link to the same page with other parameters starts over.
  return <AuthFlow key={`${page} ${JSON.stringify(search)}`} page={page} search={search} />
}

/** The sign-in methods without an external provider. */
function useOwnWays() {
  const config = useInstance()?.config
  const canMail = config?.is_smtp_configured ?? false
  return {
    canMail,
    byPassword: config?.is_email_password_enabled ?? true,
    byCode: canMail && (config?.is_magic_login_enabled ?? false),
    /**
     * The server does not reveal whether an email has an account: users on the sign-up page sign
     * up.
     */
    isHidden: (config?.hides_accounts && config.enable_signup) ?? false,
  }
}

interface AuthFlowProps {
  page: Mode
  search: AuthSearch
  /** Above the first step, if it is not the app's own sign-in. */
  words?: Record<Mode, { title: string; subtitle: string }>
}

export function AuthFlow({ page, search, words }: AuthFlowProps) {
  const { t } = useTranslation()
  const sentenceFor = useAuthSentence()
  const ways = useOwnWays()
  const providers = useProviders()
  const [first] = useState(() => stepAfter(search) ?? ([page, 'email'] as const))
  const [email, setEmail] = useState(search.email ?? '')
  const [mode, setMode] = useState<Mode>(first[0])
  const [step, setStep] = useState<Step>(first[1])
  const [problem, setProblem] = useState<ReactNode>(() =>
    search.error_code ? sentenceFor(search.error_code, search.email) : undefined,
  )
  const request = useCodeRequest(setProblem)
  const link = invitationIn(search)
  const invitation = useQuery(invitationBehind(link))

  function askForCode(address: string) {
    setStep('code')
    setProblem(undefined)
    request.send(address)
  }

  function handleChecked({ email: checked, existing, byCode }: Checked) {
    setEmail(checked)
    const signsUpHidden = ways.isHidden && page === 'sign_up'
    setMode(existing && !signsUpHidden ? 'sign_in' : 'sign_up')
    setProblem(undefined)
    if (byCode || (ways.byCode && (!ways.byPassword || signsUpHidden))) askForCode(checked)
    else setStep('password')
  }

  function handleBack() {
    setMode(page)
    setStep('email')
    setProblem(undefined)
    history.replaceState(history.state, '', location.pathname)
  }

  if (link && invitation.isPending) return <Loader />
  const joins = invitation.data?.email === email.trim().toLowerCase() ? invitation.data : undefined
  const shared = { email, next_path: search.next_path, onBack: handleBack, onProblem: setProblem }
  return (
    <AccountLayout
      title={
        joins ? (
          <Suspense>
            <JoinTitle workspace={joins.workspace} />
          </Suspense>
        ) : (
          (words?.[mode].title ?? t(`auth.${mode}.title`))
        )
      }
      subtitle={
        (step === 'email' && words?.[mode].subtitle) ||
        t(joins ? `auth.${mode}.join_subtitle` : `auth.${mode}.${step}_subtitle`)
      }
      aside={!words && <OtherForm page={page} />}
    >
      {problem && (
        <AuthErrorBanner onClose={() => setProblem(undefined)}>{problem}</AuthErrorBanner>
      )}
      {step === 'email' && (ways.byPassword || ways.byCode) && (
        <EmailStep email={email} onChecked={handleChecked} onProblem={setProblem} />
      )}
      {step === 'password' && mode === 'sign_in' && (
        <SignInPassword
          {...shared}
          canMail={ways.canMail}
          onUseCode={ways.byCode ? () => askForCode(email) : undefined}
        />
      )}
      {step === 'password' && mode === 'sign_up' && <SignUpPassword {...shared} />}
      {step === 'code' && <CodeStep {...shared} mode={mode} request={request} />}
      {providers.length > 0 && (
        <>
          <Or>{t('auth.or')}</Or>
          <ProviderLinks next_path={search.next_path} />
        </>
      )}
    </AccountLayout>
  )
}

function OtherForm({ page }: { page: Mode }) {
  const { t } = useTranslation()
  const { signIn, signUp } = useAuthSite()
  const canSignUp = useInstance()?.config.enable_signup
  if (page === 'sign_in' && !canSignUp) return null
  return (
    <>
      <span className="max-md:hidden">{t(`auth.${page}.other_question`)} </span>
      <a href={page === 'sign_in' ? signUp : signIn} className="link font-medium">
        {t(`auth.${page}.other_link`)}
      </a>
    </>
  )
}
