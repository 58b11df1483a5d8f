import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { classNames } from '../theme/class-names.ts'

interface FileDropProps {
  /** Of the field behind it, which is never seen. */
  label: string
  accept: string
  busy?: boolean
  /** Shows what was chosen, and so needs no frame. */
  filled?: boolean
  className: string
  onFile: (file: File | undefined) => void
  children: (dragging: boolean) => ReactNode
}

/** A place to drop a file on, and a button to choose one. */
export function FileDrop({
  label,
  accept,
  busy = false,
  filled = false,
  className,
  onFile,
  children,
}: FileDropProps) {
  const picker = useRef<HTMLInputElement>(null)
  const [dragging, setDragging] = useState(false)

  function handleDrop(event: DragEvent) {
    event.preventDefault()
    setDragging(false)
    onFile(event.dataTransfer.files[0])
  }

  return (
    <>
      <button
        type="button"
        aria-busy={busy || undefined}
        onClick={() => picker.current?.click()}
        onDragOver={(event) => {
          event.preventDefault()
          setDragging(true)
        }}
        onDragLeave={() => setDragging(false)}
        onDrop={handleDrop}
        className={classNames(
          'rounded-lg border-[1.5px]',
          className,
          dragging
            ? 'border-accent bg-accent-subtle'
            : filled
              ? 'border-transparent'
              : 'border-dashed border-line-strong bg-sunken hover:bg-hover',
        )}
      >
        {children(dragging)}
      </button>
      <input
        ref={picker}
        type="file"
        hidden
        aria-label={label}
        accept={accept}
        onChange={(event) => {
          onFile(event.target.files?.[0])
          // The same file may be chosen again.
          event.target.value = ''
        }}
      />
    </>
  )
}
