import { Plus } from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { classNames } from '#ui/theme/class-names.ts'
import { look, QuickAddButton } from './quick-add-button.tsx'

interface QuickAddProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  onAdd: (name: string) => void
  className?: string
}

/** The last line of a group: type, Enter, type the next. */
export function QuickAdd({ open, onOpenChange, onAdd, className }: QuickAddProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [refused, setRefused] = useState(false)

  function handleKeyDown(event: KeyboardEvent) {
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') close()
    if (event.key !== 'Enter') return
    event.preventDefault()
    const name = typed.trim()
    setRefused(!name)
    if (!name) return
    onAdd(name)
    setTyped('')
  }

  function close() {
    setTyped('')
    setRefused(false)
    onOpenChange(false)
  }

  if (!open) {
    return <QuickAddButton className={className} onOpen={() => onOpenChange(true)} />
  }
  return (
    <div className={classNames(look, refused && 'bg-danger-subtle', className)}>
      <span className="w-3.5 max-md:hidden" />
      <Icon of={Plus} className="text-ink-3" />
      <input
        aria-label={t('work_items.title')}
        placeholder={t('work_items.title')}
        // biome-ignore lint/a11y/noAutofocus: it appears because the person asked to write here
        autoFocus
        maxLength={255}
        value={typed}
        aria-invalid={refused || undefined}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => !typed.trim() && close()}
        onKeyDown={handleKeyDown}
        className="h-full min-w-0 grow bg-transparent outline-none max-md:text-[16px]"
      />
      <span
        role={refused ? 'alert' : undefined}
        className={classNames(
          'shrink-0 text-small max-md:hidden @max-[420px]:hidden',
          refused ? 'text-danger-ink' : 'text-ink-3',
        )}
      >
        {t(refused ? 'work_items.title_required' : 'work_items.quick_add_hint')}
      </span>
    </div>
  )
}
