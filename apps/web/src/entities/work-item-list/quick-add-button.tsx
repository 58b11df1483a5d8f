import { Plus } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { classNames } from '#ui/theme/class-names.ts'

export const look =
  'flex h-9 w-full items-center gap-2 border-b border-line-subtle pr-3 pl-4 text-left max-md:h-12 max-md:gap-3'

interface QuickAddButtonProps {
  onOpen: () => void
  className?: string | undefined
}

/** The closed quick-add row at the end of a group. Small, because it is part of the first view. */
export function QuickAddButton({ onOpen, className }: QuickAddButtonProps) {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      className={classNames(
        look,
        'focus-inset text-ink-3 hover:bg-hover hover:text-ink',
        className,
      )}
      onClick={onOpen}
    >
      <span className="w-3.5 max-md:hidden" />
      <Icon of={Plus} />
      {t('work_items.quick_add')}
    </button>
  )
}
