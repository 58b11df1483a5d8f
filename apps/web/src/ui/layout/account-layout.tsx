import type { ReactNode } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { CairnWordmark } from '../icons/logo.tsx'
import { classNames } from '../theme/class-names.ts'
import { ContourBackground } from '../theme/contour-background.tsx'

interface AccountLayoutProps {
  title: ReactNode
  subtitle?: ReactNode
  /** Top right: the link to the other form, or the current account. */
  aside?: ReactNode
  /** Above the title: shows whose page this is. */
  mark?: ReactNode
  width?: 'narrow' | 'middle' | 'wide'
  children: ReactNode
}

const widths = { narrow: 'w-100', middle: 'w-110', wide: 'w-130' }

/** The page around sign-in, sign-up, set-up and onboarding: one card on a map. */
export function AccountLayout({
  title,
  subtitle,
  aside,
  mark,
  width = 'narrow',
  children,
}: AccountLayoutProps) {
  const { t } = useTranslation()
  return (
    <div className="relative isolate flex min-h-full flex-col overflow-hidden bg-canvas">
      <ContourBackground />
      <header className="relative flex items-center justify-between gap-4 px-8 py-6 max-md:px-4 max-md:py-4">
        <a href="/" className="rounded-sm">
          <CairnWordmark />
        </a>
        <div className="min-w-0 truncate rounded-sm bg-canvas text-right text-ink-2">{aside}</div>
      </header>
      <main className="relative flex grow flex-col items-center justify-center px-4 py-6 max-md:justify-start md:pb-14">
        <div
          className={classNames(
            'max-w-full rounded-xl border border-line bg-surface p-8 shadow-lift-2 max-md:p-5',
            widths[width],
          )}
        >
          {mark}
          <h1 className="text-heading font-semibold wrap-anywhere">{title}</h1>
          {subtitle && <p className="mt-1 text-ink-2">{subtitle}</p>}
          {children}
        </div>
      </main>
      <footer className="relative px-4 pb-6 text-center text-small text-ink-3">
        <span className="rounded-sm bg-canvas px-2">
          {t('auth.served_from', { host: location.host })}
        </span>
      </footer>
    </div>
  )
}
