import type { PropertyPill } from '#ui/controls/property-pill.tsx'
import type { TriggerElement } from '#ui/overlays/popup-trigger.tsx'

/** The props of a property's list, shared by everything that opens it. */
export interface Choice<Value> {
  slug: string
  project_id: string
  value: Value
  onChange: (value: Value) => void
}

/** Common to all pickers: an inline chip (`pill`, `ghost`) or a line of a panel (`plain`). */
export interface PickerLook {
  look?: Parameters<typeof PropertyPill>[0]['look']
  /** Read-only. */
  disabled?: boolean
  /** Shown if there is no value; by default the property's name. Empty: only the icon. */
  placeholder?: string
  align?: 'start' | 'center' | 'end'
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /** In place of the pill that shows the value. */
  trigger?: TriggerElement
}

export type PickerProps<Value> = Choice<Value> & PickerLook
