import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { type TextKey, useTranslation } from '#data/i18n.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { useAuthSite } from './auth-site.ts'

/** Codes whose message has a `<link>`, to the first step. */
const linked = new Set(['5030', '5060', '5180', '5185'])

function withLink(sentence: string, href: string | undefined): ReactNode {
  const [before, rest] = sentence.split('<link>')
  const [word, after] = rest?.split('</link>') ?? []
  if (!word || !href) return sentence
  return (
    <>
      {before}
      <a href={href} className="link font-medium">
        {word}
      </a>
      {after}
    </>
  )
}

/** Every code of the server has its message; an unknown one shows its number. */
export function useAuthSentence() {
  const { t, i18n } = useTranslation()
  const { signIn } = useAuthSite()
  return (code: string, email = ''): ReactNode => {
    const key = `auth.error.${code}`
    if (!i18n.exists(key)) return t('auth.error.unknown', { code })
    const door = `${signIn}?${new URLSearchParams({ email })}`
    return withLink(t(`auth.error.${code}` as TextKey), linked.has(code) ? door : undefined)
  }
}

interface AuthErrorBannerProps {
  children: ReactNode
  onClose: () => void
}

export function AuthErrorBanner({ children, onClose }: AuthErrorBannerProps) {
  const { t } = useTranslation()
  return (
    <div className="mt-4">
      <Banner
        boxed
        tone="danger"
        action={
          <IconButton
            size="sm"
            icon={X}
            iconSize={14}
            label={t('auth.close_alert')}
            onClick={onClose}
          />
        }
      >
        {children}
      </Banner>
    </div>
  )
}
