import { Link } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Icon, type IconLike } from '#ui/icons/icon.tsx'
import { classNames } from '#ui/theme/class-names.ts'

interface ViewTabsProps {
  slug: string
  current: string
  tabs: readonly { value: string; label: string; icon: IconLike }[]
  onCreate: (() => void) | undefined
}

/** Every view of the workspace beside the others, the open one in sight. */
export function ViewTabs({ slug, current, tabs, onCreate }: ViewTabsProps) {
  const { t } = useTranslation()
  const strip = useRef<HTMLElement>(null)
  const count = tabs.length

  // biome-ignore lint/correctness/useExhaustiveDependencies: saved ones come later than the fixed
  useEffect(() => {
    const tab = strip.current?.querySelector('[aria-current=page]')
    tab?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [current, count])

  return (
    <div className="flex h-10 shrink-0 items-center border-b border-line-subtle pr-3 pl-3">
      <nav
        ref={strip}
        aria-label={t('workspace_lists.views')}
        className="flex min-w-0 items-center gap-0.5 overflow-x-auto"
      >
        {tabs.map(({ value, label, icon }) => (
          <Link
            key={value}
            to="/$slug/workspace-views/$view/"
            params={{ slug, view: value }}
            search={{}}
            aria-current={value === current ? 'page' : undefined}
            className={classNames(
              'focus-inset flex h-7 max-w-60 shrink-0 items-center gap-1.5 rounded-md px-2 font-medium whitespace-nowrap max-md:h-10',
              value === current
                ? 'bg-pressed text-ink'
                : 'text-ink-2 hover:bg-hover hover:text-ink',
            )}
          >
            <Icon of={icon} size={14} className="text-ink-3" />
            <span className="truncate">{label}</span>
          </Link>
        ))}
      </nav>
      {onCreate && (
        <IconButton icon={Plus} label={t('views.add')} className="ml-1" onClick={onCreate} />
      )}
    </div>
  )
}
