import type { Draft, NewWorkItem, WorkItem } from '@cairn/contract'

/** What the dialog is opened for, and what its fields begin with. */
export interface WorkItemWish extends Partial<NewWorkItem> {
  project_id?: string
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
}

/** How the dialog speaks and what its buttons do. */
export type Mode = 'create' | 'create_epic' | 'edit' | 'draft' | 'edit_draft' | 'to_project'

export function modeOf({ item, draft, intent, isEpic }: WorkItemWish): Mode {
  if (item) return 'edit'
  if (draft) return intent === 'project' ? 'to_project' : 'edit_draft'
  if (intent === 'draft') return 'draft'
  return isEpic ? 'create_epic' : 'create'
}
