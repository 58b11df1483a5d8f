import { ArrowDown } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import type { ShownGroup } from '#entities/work-item-list/shown-groups.ts'
import { Icon } from '#ui/icons/icon.tsx'

interface MoreRowProps {
  group: ShownGroup
  missing: number
  onMore: () => void
}

/** The last shown row of a group. */
export function MoreRow({ group, missing, onMore }: MoreRowProps) {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      aria-label={t('work_items.load_more_of', { group: group.title })}
      className="focus-inset flex h-9 w-full items-center gap-2 border-b border-line-subtle pr-3 pl-4 text-left text-ink-2 hover:bg-hover hover:text-ink max-md:h-12 max-md:gap-3"
      onClick={onMore}
    >
      <span className="w-3.5 max-md:hidden" />
      <Icon of={ArrowDown} />
      {t('work_items.load_more')}
      <span className="text-small text-ink-3 tabular-nums">
        {t('work_items.load_more_left', { count: missing })}
      </span>
    </button>
  )
}
