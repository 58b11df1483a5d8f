import type { FoundItem, Project, WorkItemPatch } from '@cairn/contract'
import { createContext, useContext } from 'react'
import type { SaveStatus } from './autosave.ts'
import type { ItemRef, OpenItem } from './hooks.ts'
import type { ItemPatch } from './item-patch.ts'

export interface ItemPage {
  slug: string
  place: ItemRef
  project: Project
  item: OpenItem
  /** "TRAIL-412" */
  key: string
  /** Text and subscription are not loaded yet: it was opened from a row. */
  isPartial: boolean
  isArchived: boolean
  /** Title, description and properties. */
  canChange: boolean
  /** Sub-items, relations, links, cycle and modules. */
  canHang: boolean
  /** Attachments: guests on what they reported themselves. */
  canAttach: boolean
  /** Comments and reactions. */
  canDiscuss: boolean
  change: (patch: ItemPatch) => void
  changeParent: (parent: FoundItem | null) => void
  /** For texts, which are saved while typing. */
  saveText: (
    text: Pick<WorkItemPatch, 'name' | 'description_html'>,
    how: { leaving: boolean },
  ) => Promise<void>
  /** The type of its shared description document. */
  documentType: 'work_item' | 'intake_item'
  /** Stores the description written in the shared document until it is read again. */
  noteDescription: (html: string) => void
  onSaveStatus: (of: string, status: SaveStatus, retry: () => void) => void
  /** After it was deleted, archived, restored or moved (then with its new key); a peek closes. */
  onLeave: (why: 'deleted' | 'archived' | 'restored' | 'moved', key?: string) => void
}

export const ItemContext = createContext<ItemPage | undefined>(undefined)

/** The item a part of its page belongs to. */
export function useItemPage(): ItemPage {
  const page = useContext(ItemContext)
  if (!page) throw new Error('This belongs on the page of a work item.')
  return page
}

export const placeOf = ({ slug, project, item }: Pick<ItemPage, 'slug' | 'project' | 'item'>) => ({
  slug,
  project_id: project.id,
  id: item.id,
})
