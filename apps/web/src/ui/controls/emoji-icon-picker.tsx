import { Suspense } from 'react'
import type { LogoValue } from '../icons/logo-value.ts'
import { Popover } from '../overlays/popover.tsx'
import type { TriggerElement } from '../overlays/popup-trigger.tsx'
import { lazy } from '../platform/lazy.ts'

const EmojiIconPanel = lazy(() => import('./emoji-icon-panel.tsx'))

interface EmojiIconPickerProps {
  trigger: TriggerElement
  label: string
  value: LogoValue | null
  onChange: (value: LogoValue) => void
  /** Reactions take emoji only. */
  emojiOnly?: boolean
  /** Types always have an icon. */
  iconsOnly?: boolean
  align?: 'start' | 'center' | 'end'
}

export function EmojiIconPicker({
  trigger,
  label,
  value,
  onChange,
  emojiOnly = false,
  iconsOnly = false,
  align,
}: EmojiIconPickerProps) {
  return (
    <Popover trigger={trigger} label={label} align={align} width={324} bare>
      {(close) => (
        <Suspense fallback={<div className="h-90" />}>
          <EmojiIconPanel {...{ value, onChange, emojiOnly, iconsOnly }} onDone={close} />
        </Suspense>
      )}
    </Popover>
  )
}
