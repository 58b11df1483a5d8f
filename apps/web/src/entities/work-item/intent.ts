import type { Draft, IntakeEdits, IntakeItemDetail, WorkItem } from '@cairn/contract'
import type { NewItem } from './item-patch.ts'

interface Refused {
  /** It may have been created after all: sent again unchanged, it is the same one. */
  id: string | undefined
  values: Partial<NewItem>
  pictures: readonly string[]
  reason?: string
}

/** The purpose of the dialog, and initial values of its fields. */
export interface WorkItemIntent extends Partial<NewItem> {
  project_id?: string
  /** The project is one of these. */
  among?: readonly string[]
  /** The project cannot be changed: a sub-item is created in its parent's project. */
  isProjectFixed?: boolean
  isEpic?: boolean
  /** The item to change. */
  item?: WorkItem
  /** The item to copy. */
  copyOf?: WorkItem
  /** The draft to continue. */
  draft?: Draft
  /** `draft`: save as a draft; `project`: turn the draft into an item. */
  intent?: 'draft' | 'project'
  /** Unconfirmed input is restored as typed, with the reason if there is one. */
  refused?: Refused
  /** Submits to intake; called with the created item. */
  onSubmitted?: (item: IntakeItemDetail) => void
  /** `item` is pending in intake: it is accepted with these edits. Resolves to whether it was. */
  accept?: (edits: IntakeEdits) => Promise<boolean>
}

/** Decides the texts of the dialog and its actions. */
export type Mode =
  | ('create' | 'create_epic' | 'edit' | 'draft' | 'edit_draft' | 'to_project')
  | ('submit' | 'accept')

export function modeOf({ item, draft, intent, isEpic, ...intake }: WorkItemIntent): Mode {
  if (intake.accept) return 'accept'
  if (intake.onSubmitted) return 'submit'
  if (item) return 'edit'
  if (draft) return intent === 'project' ? 'to_project' : 'edit_draft'
  if (intent === 'draft') return 'draft'
  return isEpic ? 'create_epic' : 'create'
}
