import { CircleAlert, Info, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon, type IconLike } from '../icons/icon.tsx'
import { classNames } from '../theme/class-names.ts'

type BannerTone = 'neutral' | 'info' | 'warning' | 'danger'

const looks: Record<BannerTone, { look: string; icon: LucideIcon; colour: string }> = {
  neutral: { look: 'bg-sunken border-line-subtle', icon: Info, colour: 'text-ink-3' },
  info: { look: 'bg-info-subtle border-info-line', icon: Info, colour: 'text-info' },
  warning: {
    look: 'bg-warning-subtle border-warning-line',
    icon: TriangleAlert,
    colour: 'text-warning',
  },
  danger: { look: 'bg-danger-subtle border-danger-line', icon: CircleAlert, colour: 'text-danger' },
}

interface BannerProps {
  tone?: BannerTone
  icon?: IconLike
  /** The action to resolve it. */
  action?: ReactNode
  /** A box among other content instead of a strip across the page. */
  boxed?: boolean
  children: ReactNode
}

/** Something about the whole page: archived, locked, offline. */
export function Banner({ tone = 'neutral', icon, action, boxed = false, children }: BannerProps) {
  const { look, icon: ownIcon, colour } = looks[tone]
  return (
    <div
      role={tone === 'danger' || tone === 'warning' ? 'alert' : 'status'}
      className={classNames(
        'flex min-h-9 items-center gap-2 py-1.5 pr-3 pl-4 text-ink',
        boxed ? 'rounded-lg border pl-3' : 'border-b',
        look,
      )}
    >
      <Icon of={icon ?? ownIcon} className={colour} />
      <span className="min-w-0 grow">{children}</span>
      {action}
    </div>
  )
}
