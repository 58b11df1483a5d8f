import { type DragEvent, type ReactNode, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { classNames } from '#ui/theme/class-names.ts'

interface DropZoneProps {
  /** Undefined: files are not accepted here. */
  onFiles: ((files: File[]) => void) | undefined
  className?: string
  children: ReactNode
}

const hasFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')

/** Pictures dropped on a text field belong to the text. */
const isForText = ({ target }: DragEvent) =>
  target instanceof HTMLElement && target.closest('[contenteditable=true]') !== null

/** Attaches files dropped anywhere on it. */
export function DropZone({ onFiles, className, children }: DropZoneProps) {
  const { t } = useTranslation()
  const [over, setOver] = useState(false)

  function handleOver(event: DragEvent) {
    const taken = onFiles && hasFiles(event) && !isForText(event)
    setOver(Boolean(taken))
    if (taken) event.preventDefault()
  }

  function handleLeave(event: DragEvent) {
    if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
  }

  function handleDrop(event: DragEvent) {
    setOver(false)
    if (!onFiles || !hasFiles(event) || isForText(event)) return
    event.preventDefault()
    onFiles([...event.dataTransfer.files])
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button "Attach" does the same by keyboard
    <div
      onDragOver={handleOver}
      onDragLeave={handleLeave}
      onDrop={handleDrop}
      className={classNames('relative', className)}
    >
      {children}
      {over && (
        <div className="pointer-events-none absolute inset-2 z-(--z-sticky) grid place-items-center rounded-lg border-2 border-dashed border-accent bg-accent-subtle/80 font-medium text-accent-ink">
          {t('attachments.drop')}
        </div>
      )}
    </div>
  )
}
