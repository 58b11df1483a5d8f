import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from './icon.tsx'

interface FilterChipProps {
  /** "Created by" */
  name: string
  values: readonly { key: string; content: ReactNode }[]
  onRemove?: () => void
  /** What goes, where chips share a name: "Lead: Ada". */
  removeName?: string
}

/** Key │ values │ ×, 24 high. */
export function FilterChip({ name, values, onRemove, removeName = name }: FilterChipProps) {
  const { t } = useTranslation()
  return (
    <span className="inline-flex h-6 max-w-full items-stretch max-md:h-11 divide-x divide-line overflow-hidden rounded-md border border-line bg-surface text-small whitespace-nowrap">
      <span className="inline-flex shrink-0 items-center px-2 text-ink-2">{name}</span>
      {values.map(({ key, content }) => (
        <span key={key} className="inline-flex min-w-8 items-center gap-1.25 overflow-hidden px-2">
          {content}
        </span>
      ))}
      {onRemove && (
        <button
          type="button"
          aria-label={t('ui.remove_filter', { name: removeName })}
          onClick={onRemove}
          className="focus-inset inline-flex min-w-6 shrink-0 max-md:min-w-11 items-center justify-center rounded-r-md text-ink-3 hover:bg-hover hover:text-ink"
        >
          <Icon of={X} size={12} />
        </button>
      )}
    </span>
  )
}
