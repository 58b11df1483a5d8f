import type { PropertyValue, WorkItemProperty } from '@cairn/contract'
import type { ValueProblem } from './property-words.ts'

export interface ValueProps {
  slug: string
  /** Whose members can be chosen; without one those of the workspace. */
  project_id?: string | undefined
  property: WorkItemProperty
  value: PropertyValue | undefined
  onChange: (value: PropertyValue | null) => void
  /** Read-only. */
  disabled?: boolean
  /** What is unsaved in it survives a reload under this name; in a form it is saved with the form. */
  textName?: string | undefined
  /** Why the form cannot be sent. */
  problem?: ValueProblem | undefined
  placeholder: string
}
