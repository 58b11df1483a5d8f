import { type KeyboardEvent, type MouseEvent, useId, useRef, useState } from 'react'
import { goesToToast } from './goes-to-toast.ts'

interface ChangeDetails {
  reason: string
  event: Event
  cancel: () => void
}

export interface PopupOptions {
  open?: boolean
  onOpenChange?: (open: boolean) => void
  kind: 'menu' | 'listbox' | 'dialog'
}

/**
 * The closed half of a popup: a plain button that can open one. The popup is loaded and mounted
 * only then, so that a list with a thousand pickers costs only a thousand buttons.
 */
export function usePopup({ open: given, onOpenChange, kind }: PopupOptions) {
  const [own, setOwn] = useState(false)
  const open = given ?? own
  // Stays after closing until the popup has faded out.
  const [mounted, setMounted] = useState(false)
  const trigger = useRef<HTMLElement>(null)
  const id = useId()
  if (open && !mounted) setMounted(true)

  function setOpen(next: boolean) {
    setOwn(next)
    onOpenChange?.(next)
  }

  const triggerProps = {
    ref: trigger,
    'aria-haspopup': kind,
    'aria-expanded': open,
    'aria-controls': open ? id : undefined,
    onClick: (event: MouseEvent) => {
      // A picker inside a row must not open the row.
      event.stopPropagation()
      setOpen(!open)
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (open || kind === 'dialog') return
      if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
      event.preventDefault()
      event.stopPropagation()
      setOpen(true)
    },
  }

  function handleOpenChange(next: boolean, details: ChangeDetails) {
    const target = details.event.target
    const onTrigger = target instanceof Node && trigger.current?.contains(target)
    // The click that follows this press closes it; closing here would make that click open it again.
    if (!next && onTrigger && details.reason === 'outside-press') return details.cancel()
    if (!next && goesToToast(details)) return details.cancel()
    setOpen(next)
  }

  return {
    /** Its position; by default at its trigger. */
    at: undefined as { getBoundingClientRect: () => DOMRect } | undefined,
    id,
    open,
    setOpen,
    mounted,
    trigger,
    triggerProps,
    handleOpenChange,
    handleOpenChangeComplete: (isOpen: boolean) => !isOpen && setMounted(false),
  }
}

export type Popup = ReturnType<typeof usePopup>
