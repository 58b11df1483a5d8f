import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { Icon, type IconLike } from '../icons/icon.tsx'
import { classNames } from '../theme/class-names.ts'

const crumbLook =
  'focus-inset flex h-6 min-w-0 items-center gap-1.5 rounded-sm px-1 whitespace-nowrap'

interface CrumbProps {
  icon?: IconLike
  /** The current page: last, and not a link. */
  current?: boolean
  /** Beside the text and never truncated: the menu of its siblings. */
  after?: ReactNode
  /** A link, a picker, or plain text for the current page. */
  children: ReactNode
}

export function Crumb({ icon, current = false, after, children }: CrumbProps) {
  return (
    <li
      aria-current={current ? 'page' : undefined}
      className={classNames(
        'flex min-w-0 items-center gap-1 not-last:shrink-2 [&_a]:hover:text-ink',
        current ? 'font-medium text-ink' : 'max-md:hidden',
      )}
    >
      <span className={crumbLook}>
        {icon && <Icon of={icon} className="text-ink-3" />}
        {/* A heading inside is a block and is truncated on its own. */}
        <span className="truncate *:truncate">{children}</span>
      </span>
      {after}
      {!current && <Icon of={ChevronRight} size={14} className="text-line-strong" />}
    </li>
  )
}

/** `<Breadcrumbs><Crumb><Link …>Trail Maps</Link></Crumb><Crumb current>Work items</Crumb></Breadcrumbs>` */
export function Breadcrumbs({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <nav aria-label={t('ui.breadcrumbs')} className="-ml-1 min-w-0">
      <ol className="flex min-w-0 items-center gap-1 text-ink-2">{children}</ol>
    </nav>
  )
}
