import type { PropertyValues, State, WorkItem } from '@cairn/contract'
import { queryClient } from '#data/query-client.ts'
import { statesIn, statesOfWorkspace } from '#entities/state/hooks.ts'
import type { ItemPatch } from '#entities/work-item/item-patch.ts'

/** A state of a project, as far as states are loaded. */
export function knownState(
  { slug, project_id }: { slug: string; project_id: string },
  isWanted: (state: State) => boolean,
): State | undefined {
  const own = queryClient.getQueryData(statesIn({ slug, project_id }).queryKey)
  // In a list across projects, the states of this project may not be loaded separately.
  const all = () => queryClient.getQueryData(statesOfWorkspace(slug).queryKey)
  const isOwn = (state: State) => state.project_id === project_id && isWanted(state)
  return own?.find(isWanted) ?? all()?.find(isOwn)
}

/** The row after a change, as far as it shows it. */
export function withPatch(slug: string, item: WorkItem, patch: ItemPatch): WorkItem {
  const { description_html: _unseen, property_mapping: _sent, ...shown } = patch
  const { state_id, module_ids, property_values, ...seen } = shown
  const state = knownState({ slug, project_id: item.project_id }, ({ id }) => id === state_id)
  return {
    ...item,
    ...seen,
    ...(module_ids && { module_ids: [...module_ids] }),
    // What was cleared is null until the server has answered.
    property_values: { ...item.property_values, ...property_values } as PropertyValues,
    ...(state && { state_id: state.id, state__group: state.group }),
  }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/**
 * The row once the server has confirmed a change of `before`. An event may arrive ahead of the
 * response: fields that differ from `before` by now have the newer value, and stay.
 */
export function withConfirmed(
  slug: string,
  item: WorkItem,
  patch: ItemPatch,
  before: WorkItem,
): WorkItem {
  const fieldsOf = (row: WorkItem) => new Map<string, unknown>(Object.entries(row))
  const known = fieldsOf(item)
  const seen = fieldsOf(before)
  const unchanged = Object.entries(patch).filter(([field]) =>
    isSame(known.get(field), seen.get(field)),
  )
  return withPatch(slug, item, Object.fromEntries(unchanged) as ItemPatch)
}
