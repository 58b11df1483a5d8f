import { type State, type StateGroup, stateGroups } from '@cairn/contract'

/** Picker order: by group, then in the project's order. */
export const inOrder = (states: readonly State[]): State[] =>
  [...states].sort(
    (a, b) =>
      stateGroups.indexOf(a.group) - stateGroups.indexOf(b.group) || a.sequence - b.sequence,
  )

const urgencyOfGroups: StateGroup[] = ['started', 'unstarted', 'backlog', 'completed', 'cancelled']

/** List order: started states first. */
export const inListOrder = (states: readonly State[]): State[] =>
  [...states].sort(
    (a, b) =>
      urgencyOfGroups.indexOf(a.group) - urgencyOfGroups.indexOf(b.group) ||
      a.sequence - b.sequence,
  )
