import type { Draft, IntakeEdits, IntakeItemDetail, WorkItem } from '@cairn/contract'
import type { NewItem } from './item-patch.ts'

interface Refused {
  /** It may have been created after all: sent again unchanged, it is the same one. */
  id: string | undefined
  values: Partial<NewItem>
  pictures: readonly string[]
  reason?: string
}

/** What the dialog is opened for, and what its fields begin with. */
export interface WorkItemIntent extends Partial<NewItem> {
  project_id?: string
  /** The project is one of these. */
  among?: readonly string[]
  /** The project is no question: a sub-item is made where its parent is. */
  isProjectFixed?: boolean
  isEpic?: boolean
  /** The item to change. */
  item?: WorkItem
  /** The item to make another like. */
  copyOf?: WorkItem
  /** The draft to go on with. */
  draft?: Draft
  /** `draft`: it shall become a draft; `project`: the draft shall become an item. */
  intent?: 'draft' | 'project'
  /** What was sent and not confirmed comes back as it was typed, with the reason where there is one. */
  refused?: Refused
  /** It goes to intake; whoever asked for it is told what was made. */
  onSubmitted?: (item: IntakeItemDetail) => void
  /** `item` waits in intake: it is accepted with these edits. Tells whether it was. */
  accept?: (edits: IntakeEdits) => Promise<boolean>
}

/** How the dialog speaks and what its buttons do. */
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
