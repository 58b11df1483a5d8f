import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'

interface RenameFieldProps {
  name: string
  onSave: (name: string) => void
  onClose: () => void
}

/** Enter and blur save, Esc keeps the old name; an empty name is ignored. */
export function RenameField({ name, onSave, onClose }: RenameFieldProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(name)
  const done = useRef(false)

  function finish(save: boolean) {
    // Closing removes the field, which blurs it once more.
    if (done.current) return
    done.current = true
    const next = typed.trim()
    if (save && next && next !== name) onSave(next)
    onClose()
  }

  function handleKeyDown(event: KeyboardEvent) {
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') finish(true)
    if (event.key === 'Escape') finish(false)
  }

  return (
    <input
      aria-label={t('work_items.name')}
      // biome-ignore lint/a11y/noAutofocus: it appears because the person asked to write here
      autoFocus
      maxLength={255}
      value={typed}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={() => finish(true)}
      onKeyDown={handleKeyDown}
      onDoubleClick={(event) => event.stopPropagation()}
      size={Math.min(120, Math.max(24, typed.length + 2))}
      className="-my-0.5 -ml-1.5 h-6 max-w-full rounded-sm border border-focus bg-surface px-1.25 outline-1 outline-focus max-md:h-9 max-md:text-[16px]"
    />
  )
}
