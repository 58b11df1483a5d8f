import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { classNames } from '../theme/class-names.ts'

interface FileDropProps {
  /** Label of the hidden file input. */
  label: string
  accept: string
  busy?: boolean
  /** Shows the chosen file, and so needs no frame. */
  filled?: boolean
  className: string
  onFile: (file: File | undefined) => void
  children: (dragging: boolean) => ReactNode
}

/** A drop area for a file, with a button to choose one. */
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
          // Allows choosing the same file again.
          event.target.value = ''
        }}
      />
    </>
  )
}
