import type { FoundItem, WorkItem } from '@cairn/contract'
import { myId } from '#data/known-ids.ts'
import { knownItem } from './shown-items.ts'
import { draftOf } from './use-item-actions.ts'
import { knownState } from './with-patch.ts'

/** The row of an item that was searched for, with what a search knows until it is read again. */
export function rowOfFound(slug: string, found: FoundItem): WorkItem {
  const { id, name, project_id, sequence_id, type_id, start_date, state__group } = found
  const known = knownItem(slug, id)
  if (known) return known
  const state = knownState(
    { slug, project_id },
    (one) => one.group === state__group && one.name === found.state__name,
  )
  const draft = draftOf(
    { name, type_id, start_date },
    { id, project_id, state: { id: state?.id ?? '', group: 'backlog' }, created_by: myId() },
  )
  return { ...draft, sequence_id, state__group }
}
