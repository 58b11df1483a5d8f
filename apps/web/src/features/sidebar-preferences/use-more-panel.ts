import { useRef, useState } from 'react'
import { useStored } from '#ui/platform/stored.ts'

export type MoreTrigger = Pick<ReturnType<typeof useMorePanel>, 'open' | 'trigger' | 'toggle'>

/** The panel beside the navigation; its open state survives a reload. */
export function useMorePanel() {
  const trigger = useRef<HTMLButtonElement>(null)
  const [collapsed, setCollapsed] = useStored('extended_sidebar_collapsed', true)
  const [takesFocus, setTakesFocus] = useState(false)
  return {
    open: !collapsed,
    trigger,
    panel: { trigger, takesFocus, onClose: () => setCollapsed(true) },
    toggle: () => {
      setTakesFocus(collapsed)
      setCollapsed(!collapsed)
    },
  }
}
