import type { State, WorkItem } from '@cairn/contract'
import { picked } from '#ui/controls/picked-colour.ts'
import { stateColours } from '#ui/icons/state-icon.tsx'
import { classNames } from '#ui/theme/class-names.ts'
import { ownColour } from './state-picture.tsx'

/**
 * Props for an element in the color of an item's state: set as text color, so `currentColor` has
 * it.
 */
export function stateLook(
  { state_id, state__group }: Pick<WorkItem, 'state_id' | 'state__group'>,
  states: ReadonlyMap<string, State>,
  className?: string,
) {
  const state = states.get(state_id)
  const own = state && ownColour(state)
  const group = state__group === 'triage' ? 'backlog' : state__group
  return picked(own, classNames(!own && stateColours[group], className))
}
