import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Banner } from '#ui/banner.tsx'
import { IconButton } from '#ui/icon-button.tsx'

/** Where the word in `<link>` leads, for the codes whose sentence has one. */
const links: Record<string, (email: string) => string> = {
  5030: (email) => `/sign-in?${new URLSearchParams({ email })}`,
  5060: (email) => `/?${new URLSearchParams({ email })}`,
  5180: (email) => `/?${new URLSearchParams({ email })}`,
  5185: (email) => `/?${new URLSearchParams({ email })}`,
}

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

/** Every code the server can send has its sentence; one we do not know shows its number. */
export function useAuthSentence() {
  const { t, i18n } = useTranslation()
  return (code: string, email = ''): ReactNode => {
    const key = `auth.error.${code}`
    if (!i18n.exists(key)) return t('auth.error.unknown', { code })
    return withLink(t(`auth.error.${code}`), links[code]?.(email))
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
