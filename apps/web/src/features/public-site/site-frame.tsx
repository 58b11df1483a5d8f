import { LogOut, Moon, Sun } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { signOutOfSite } from '#entities/account/form-post.ts'
import { buttonLook } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { CairnMark } from '#ui/icons/logo.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { Avatar } from '#ui/people/avatar.tsx'
import { useSmallScreen } from '#ui/platform/use-small-screen.ts'
import { useTheme } from '#ui/theme/theme.ts'
import { isEmbedded, usePathHere, useVisitor } from './visitor.ts'

interface SiteFrameProps {
  icon?: ReactNode
  name: ReactNode
  /** At the right of the bar, before theme and account; below the bar on small screens. */
  controls?: ReactNode
  /** Off where an account is of no use. */
  account?: boolean
  children: ReactNode
}

/** Frame of all published pages: name and controls, but nothing of the workspace. */
export function SiteFrame({ icon, name, controls, account = true, children }: SiteFrameProps) {
  const small = useSmallScreen()
  return (
    <div className="flex h-full flex-col bg-canvas">
      <header className="flex h-13 shrink-0 items-center gap-2 border-b border-line bg-surface pr-3 pl-4 max-md:px-2">
        {icon}
        <h1 className="min-w-0 truncate text-[15px] font-semibold">{name}</h1>
        <div className="ml-auto flex shrink-0 items-center gap-1.5">
          {!small && controls}
          <ThemeToggle />
          {account && <Account />}
        </div>
      </header>
      {small && controls && (
        <div className="flex h-14 shrink-0 items-center justify-between border-b border-line-subtle bg-surface px-3">
          {controls}
        </div>
      )}
      {children}
      <PoweredBy />
    </div>
  )
}

function ThemeToggle() {
  const { t } = useTranslation()
  const { theme, setTheme } = useTheme()
  const isDark = theme.startsWith('dark')
  return (
    <IconButton
      icon={isDark ? Sun : Moon}
      label={t(isDark ? 'public_site.light' : 'public_site.dark')}
      onClick={() => setTheme(isDark ? 'light' : 'dark')}
    />
  )
}

function Account() {
  const { t } = useTranslation()
  const { user, signIn } = useVisitor()
  const here = usePathHere()
  if (isEmbedded || user === undefined) return null
  if (!user) {
    return (
      <a href={signIn} className={buttonLook('primary')}>
        {t('public_site.sign_in')}
      </a>
    )
  }
  const { id, display_name: name, avatar_url: photo } = user
  return (
    <Menu
      align="end"
      trigger={
        <button
          type="button"
          aria-label={t('public_site.account', { name })}
          className="hit flex h-7 max-w-50 items-center gap-1.5 rounded-md px-1.5 hover:bg-hover aria-expanded:bg-pressed max-md:h-11"
        >
          <Avatar person={{ id, name, photo }} size={20} tooltip={false} />
          <span className="truncate max-md:hidden">{name}</span>
        </button>
      }
      items={[
        {
          label: t('public_site.sign_out'),
          icon: LogOut,
          onSelect: () => void signOutOfSite(here),
        },
      ]}
    />
  )
}

function PoweredBy() {
  const { t } = useTranslation()
  return (
    <footer className="flex h-8 shrink-0 items-center justify-end border-t border-line-subtle bg-surface px-4 text-small text-ink-3 max-md:justify-center">
      <a
        href="/"
        target={isEmbedded ? '_blank' : undefined}
        rel="noopener"
        className="hit inline-flex items-center gap-1.5 rounded-sm hover:text-ink"
      >
        <CairnMark size={16} mono />
        {t('public_site.powered_by')}
      </a>
    </footer>
  )
}
