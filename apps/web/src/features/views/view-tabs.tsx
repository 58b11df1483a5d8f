import { Plus } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Icon, type IconLike } from '#ui/icons/icon.tsx'
import { Link } from '#ui/router/link.tsx'
import { classNames } from '#ui/theme/class-names.ts'

interface ViewTabsProps {
  slug: string
  current: string
  tabs: readonly { value: string; label: string; icon: IconLike }[]
  onCreate: (() => void) | undefined
}

/** All views of the workspace as tabs, the open one scrolled into view. */
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
    <div className="flex h-10 shrink-0 items-center pr-3 pl-4 shadow-[inset_0_-1px_0_var(--line-subtle)] max-md:h-11">
      <nav
        ref={strip}
        aria-label={t('workspace_lists.views')}
        className="flex h-full min-w-0 items-stretch gap-4 overflow-x-auto overflow-y-hidden"
      >
        {tabs.map(({ value, label, icon }) => (
          <Link
            key={value}
            to="/$slug/workspace-views/$view/"
            params={{ slug, view: value }}
            search={{}}
            aria-current={value === current ? 'page' : undefined}
            className={classNames(
              'focus-inset relative flex max-w-60 shrink-0 items-center gap-1.5 rounded-sm font-medium whitespace-nowrap after:absolute after:inset-x-0 after:bottom-0 after:h-0.5',
              value === current ? 'text-ink after:bg-accent' : 'text-ink-2 hover:text-ink',
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
