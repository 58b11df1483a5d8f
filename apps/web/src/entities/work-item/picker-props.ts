import type { PropertyPill } from '#ui/controls/property-pill.tsx'
import type { TriggerElement } from '#ui/overlays/popup-trigger.tsx'

/** What a property's list needs to know, whatever opens it. */
export interface Choice<Value> {
  slug: string
  project_id: string
  value: Value
  onChange: (value: Value) => void
}

/** What is the same for every picker: an inline chip (`pill`, `ghost`) or a line of a panel (`plain`). */
export interface PickerLook {
  look?: Parameters<typeof PropertyPill>[0]['look']
  /** Only to look at. */
  disabled?: boolean
  /** Shown where there is no value; the property's name unless told. Empty: the icon alone. */
  placeholder?: string
  align?: 'start' | 'center' | 'end'
  open?: boolean
  onOpenChange?: (open: boolean) => void
  /** In place of the pill that shows the value. */
  trigger?: TriggerElement
}

export type PickerProps<Value> = Choice<Value> & PickerLook
