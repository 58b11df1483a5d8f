import type { FormEvent, KeyboardEvent, ReactNode } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { Popover } from '../overlays/popover.tsx'
import { Button } from './button.tsx'
import { ColourPicker } from './colour-picker.tsx'

interface RowFormProps {
  busy?: boolean
  saveLabel: string
  onSubmit: () => void
  onClose: () => void
  children: ReactNode
}

/** Replaces a row while it is edited: Enter saves, Escape cancels. */
export function RowForm({ busy = false, saveLabel, onSubmit, onClose, children }: RowFormProps) {
  const { t } = useTranslation()

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    onSubmit()
  }

  function handleKeyDown(event: KeyboardEvent) {
    // The colors are in a popup: inside the form for React, but not in the DOM.
    const own = event.currentTarget.contains(event.target as Node)
    if (event.key === 'Escape' && own) onClose()
  }

  return (
    <form
      noValidate
      onSubmit={handleSubmit}
      onKeyDown={handleKeyDown}
      className="flex flex-wrap items-start gap-2 bg-canvas p-3"
    >
      {children}
      <div className="ml-auto flex gap-2">
        <Button variant="ghost" disabled={busy} onClick={onClose}>
          {t('ui.cancel')}
        </Button>
        <Button type="submit" variant="primary" busy={busy}>
          {saveLabel}
        </Button>
      </div>
    </form>
  )
}

interface ColourButtonProps {
  label: string
  value: string
  onChange: (hex: string) => void
  /** Preview of the color. */
  children: ReactNode
}

export function ColourButton({ label, value, onChange, children }: ColourButtonProps) {
  return (
    <Popover
      label={label}
      width={260}
      trigger={
        <button
          type="button"
          aria-label={label}
          className="grid h-7 w-9 shrink-0 place-items-center rounded-md border border-line-strong bg-surface hover:bg-hover max-md:size-11"
        >
          {children}
        </button>
      }
    >
      <ColourPicker label={label} value={value} onChange={onChange} />
    </Popover>
  )
}
