import { authApi, readEmail } from '@cairn/contract'
import { useMutation } from '@tanstack/react-query'
import { CircleCheck } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { call } from '#data/api.ts'
import { useTranslation } from '#data/i18n.ts'
import { readAuthSearch } from '#entities/account/auth-search.ts'
import { useInstance } from '#entities/instance/hooks.ts'
import { Button } from '#ui/controls/button.tsx'
import { Input } from '#ui/controls/input.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { AccountLayout } from '#ui/layout/account-layout.tsx'
import { usePageTitle } from '#ui/platform/use-page-title.ts'
import { useSearch } from '#ui/router/hooks.ts'
import { useCountdown } from './use-countdown.ts'
import { useProblemOf } from './use-problem-of.ts'

const PAUSE = 30

export function ForgotPasswordScreen() {
  const { t } = useTranslation()
  const config = useInstance()?.config
  usePageTitle(t('auth.forgot.page_title'))
  return (
    <AccountLayout
      title={t('auth.forgot.title')}
      subtitle={t('auth.forgot.subtitle')}
      aside={
        config?.enable_signup && (
          <>
            <span className="max-md:hidden">{t('auth.sign_in.other_question')} </span>
            <a href="/" className="link font-medium">
              {t('auth.sign_in.other_link')}
            </a>
          </>
        )
      }
    >
      {config && !config.is_smtp_configured ? (
        <div className="mt-6">
          <Banner boxed tone="warning">
            {t('auth.no_reset_link')}
          </Banner>
        </div>
      ) : (
        <AskForLink />
      )}
      <a href="/" className="link hit mt-4 block w-fit font-medium">
        {t('auth.back_to_sign_in')}
      </a>
    </AccountLayout>
  )
}

function AskForLink() {
  const { t } = useTranslation()
  const search = readAuthSearch(useSearch())
  const problemOf = useProblemOf()
  const [typed, setTyped] = useState(search.email ?? '')
  const [left, setLeft] = useState(false)
  const [wait, startWaiting] = useCountdown()
  const address = readEmail(typed)
  const send = useMutation({
    mutationFn: (email: string) => call(authApi.forgotPassword, { body: { email } }),
    onSuccess: () => {
      startWaiting(PAUSE)
      toast({ kind: 'success', title: t('auth.forgot.sent'), text: t('auth.forgot.sent_hint') })
    },
    onError: (error, email) =>
      toast({ kind: 'error', title: t('auth.error_title'), text: problemOf(error, email) }),
  })

  function problemOfAddress() {
    if (!left || address) return undefined
    return typed.trim() ? t('auth.email_invalid') : t('auth.email_required')
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    setLeft(true)
    if (address && wait === 0 && !send.isPending) send.mutate(address)
  }

  return (
    <form className="mt-6 flex flex-col gap-3" onSubmit={handleSubmit} noValidate>
      <div>
        <Input
          size="lg"
          type="email"
          name="email"
          label={t('auth.email')}
          placeholder={t('auth.email_placeholder')}
          autoComplete="username"
          autoFocus
          disabled={wait > 0}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value)
            setLeft(event.target.value === '')
          }}
          onBlur={() => setLeft(typed !== '')}
          error={problemOfAddress()}
        />
        {send.isSuccess && (
          <p role="status" className="mt-1 flex items-center gap-1 text-small text-success-ink">
            <Icon of={CircleCheck} size={14} />
            {t('auth.forgot.sent_line')}
          </p>
        )}
      </div>
      <Button
        type="submit"
        variant="primary"
        size="lg"
        block
        busy={send.isPending}
        disabled={!address || wait > 0}
      >
        {wait > 0 ? t('auth.resend_in', { count: wait }) : t('auth.forgot.send')}
      </Button>
    </form>
  )
}
