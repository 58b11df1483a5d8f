import { type State, type StateGroup, stateGroups, stateSequence } from '@cairn/contract'

export interface StatePosition {
  group: StateGroup
  sequence: number
}

const peersOf = (states: readonly State[], group: StateGroup, moved: string) =>
  states
    .filter((state) => state.group === group && state.id !== moved)
    .sort((a, b) => a.sequence - b.sequence)

/** The position of a state dropped at the edge of another. */
export function placeAt(
  states: readonly State[],
  moved: string,
  target: State,
  place: 'before' | 'after',
): StatePosition {
  const { group } = target
  const peers = peersOf(states, group, moved)
  const at = peers.findIndex(({ id }) => id === target.id) + (place === 'after' ? 1 : 0)
  return { group, sequence: stateSequence(peers[at - 1]?.sequence, peers[at]?.sequence) }
}

/** After the last state of a group, or into an empty one. */
export const placeInto = (
  states: readonly State[],
  moved: string,
  group: StateGroup,
): StatePosition => ({
  group,
  sequence: stateSequence(peersOf(states, group, moved).at(-1)?.sequence, undefined),
})

/** One step by keyboard; over the edge of its group into the next one. Undefined at the very end. */
export function placeByStep(
  states: readonly State[],
  moved: State,
  step: 'up' | 'down',
): StatePosition | undefined {
  const peers = peersOf(states, moved.group, moved.id)
  const before = peers.filter(({ sequence }) => sequence <= moved.sequence)
  const after = peers.filter(({ sequence }) => sequence > moved.sequence)
  const neighbour = step === 'up' ? before.at(-1) : after[0]
  if (neighbour) {
    return placeAt(states, moved.id, neighbour, step === 'up' ? 'before' : 'after')
  }
  const group = stateGroups[stateGroups.indexOf(moved.group) + (step === 'up' ? -1 : 1)]
  if (!group) return undefined
  const first = peersOf(states, group, moved.id)[0]
  if (step === 'up' || !first) return placeInto(states, moved.id, group)
  return placeAt(states, moved.id, first, 'before')
}
