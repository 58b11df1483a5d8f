import { cloneElement, type ReactElement, type ReactNode, type Ref } from 'react'
import type { Popup } from './use-popup.ts'

export type TriggerElement = ReactElement<{
  ref?: Ref<HTMLElement>
  disabled?: boolean
  onClick?: (event: never) => void
}>

interface PopupTriggerProps {
  popup: Popup
  trigger: TriggerElement
  children: ReactNode
}

/** Adds the opening behavior to `trigger` (a button that passes on its props and `ref`). */
export function PopupTrigger({ popup, trigger, children }: PopupTriggerProps) {
  const off = trigger.props.disabled
  return (
    <>
      {off ? trigger : cloneElement(trigger, popup.triggerProps as object)}
      {children}
    </>
  )
}
