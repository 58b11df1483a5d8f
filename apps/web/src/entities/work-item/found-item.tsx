import type { FoundItem } from '@cairn/contract'
import { ownColour } from '#entities/state/state-picture.tsx'
import { type StateGroup, StateIcon } from '#ui/icons/state-icon.tsx'
import { Identifier } from '#ui/people/identifier.tsx'

export const keyOfFound = ({ project__identifier, sequence_id }: FoundItem) =>
  `${project__identifier}-${sequence_id}`

const groupOf = ({ state__group }: FoundItem): StateGroup =>
  state__group === 'triage' ? 'backlog' : state__group

/** One line of a search: state, identifier, name. */
export function FoundItemText({ item }: { item: FoundItem }) {
  return (
    <>
      <StateIcon group={groupOf(item)} colour={ownColour({ color: item.state__color })} />
      <span className="shrink-0 text-small text-ink-3">
        <Identifier value={keyOfFound(item)} />
      </span>
      <span className="min-w-0 truncate">{item.name}</span>
    </>
  )
}
