import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { Icon } from '../icons/icon.tsx'
import { classNames } from '../theme/class-names.ts'

interface FilterChipProps {
  /** "Created by" */
  name: string
  values: readonly {
    key: string
    content: ReactNode
    /** Removes only this value; requires a name, too. */
    onRemove?: () => void
    name?: string
  }[]
  onRemove?: () => void
  /** Name of what is removed, if chips share a name: "Lead: Ada". */
  removeName?: string
}

/** Key │ values │ ×, 24 high. */
export function FilterChip({ name, values, onRemove, removeName = name }: FilterChipProps) {
  const { t } = useTranslation()
  // One × removes the only value and the filter.
  const isSingle = values.length === 1 && onRemove !== undefined
  return (
    <span className="inline-flex h-6 max-w-full items-stretch max-md:h-11 divide-x divide-line overflow-hidden rounded-md border border-line bg-surface text-small whitespace-nowrap">
      <span className="inline-flex shrink-0 items-center px-2 text-ink-2">{name}</span>
      {values.map(({ key, content, onRemove: removeValue, name: valueName }) => (
        <span
          key={key}
          className={classNames(
            'inline-flex min-w-8 items-center gap-1.25 overflow-hidden',
            removeValue && !isSingle ? 'pl-2' : 'px-2',
          )}
        >
          {content}
          {removeValue && !isSingle && (
            <Remove
              label={t('ui.remove_filter', { name: `${name}: ${valueName}` })}
              onClick={removeValue}
            />
          )}
        </span>
      ))}
      {onRemove && (
        <Remove label={t('ui.remove_filter', { name: removeName })} onClick={onRemove} />
      )}
    </span>
  )
}

function Remove({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      onClick={onClick}
      className="focus-inset inline-flex h-full min-w-6 shrink-0 items-center justify-center text-ink-3 last:rounded-r-md hover:bg-hover hover:text-ink max-md:min-w-11"
    >
      <Icon of={X} size={12} />
    </button>
  )
}
