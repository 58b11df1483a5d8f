import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { Checkbox } from '#ui/controls/checkbox.tsx'
import type { Option } from '#ui/controls/combobox.tsx'
import { Skeleton } from '#ui/feedback/skeleton.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { classNames } from '#ui/theme/class-names.ts'

/** This many are shown until the user asks for more. */
export const SHOWN_LIMIT = 5

interface SectionProps {
  title: string
  /** Undefined while loading. */
  options: readonly Option[] | undefined
  chosen: readonly string[]
  count?: number
  onToggle: (value: string) => void
}

/** Checkboxes under a collapsible heading; the first few until the user asks for more. */
export function Section({ title, options, chosen, count = chosen.length, onToggle }: SectionProps) {
  const { t } = useTranslation()
  const [all, setAll] = useState(false)
  const shown = all ? options : options?.slice(0, SHOWN_LIMIT)
  return (
    <FoldedSection title={title} count={count}>
      {!shown && [120, 160, 90].map((width) => <Skeleton key={width} width={width} />)}
      {shown?.length === 0 && <p className="text-ink-3">{t('list_settings.no_matches')}</p>}
      {shown?.map(({ value, label, icon, hint }) => (
        <Checkbox
          key={value}
          className="max-w-full"
          label={
            <span className="flex min-w-0 items-center gap-1.5">
              {icon && <Icon of={icon} />}
              <span className="truncate">{label}</span>
              {hint && <span className="shrink-0 font-mono text-small text-ink-3">{hint}</span>}
            </span>
          }
          checked={chosen.includes(value)}
          onChange={() => onToggle(value)}
        />
      ))}
      {options && options.length > SHOWN_LIMIT && (
        <button type="button" className="link hit w-fit text-small" onClick={() => setAll(!all)}>
          {t(all ? 'list_settings.view_less' : 'list_settings.view_all')}
        </button>
      )}
    </FoldedSection>
  )
}

interface FoldedSectionProps {
  title: string
  count: number
  children: ReactNode
}

export function FoldedSection({ title, count, children }: FoldedSectionProps) {
  const [open, setOpen] = useState(true)
  return (
    <fieldset className="min-w-0 px-3 py-1.5">
      <legend className="contents">
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="hit flex h-7 w-full items-center gap-1.5 font-medium text-ink-2"
        >
          {count > 0 ? `${title} (${count})` : title}
          <Icon
            of={ChevronDown}
            size={14}
            className={classNames(
              'ml-auto text-ink-3 transition-transform duration-(--time-base)',
              !open && '-rotate-90',
            )}
          />
        </button>
      </legend>
      {open && <div className="flex flex-col gap-2 pt-1 pb-1">{children}</div>}
    </fieldset>
  )
}
