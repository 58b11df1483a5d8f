import { type State, type StateGroup, stateGroups } from '@cairn/contract'

/** As in every picker: by group, then as the project arranged them. */
export const inOrder = (states: readonly State[]): State[] =>
  [...states].sort(
    (a, b) =>
      stateGroups.indexOf(a.group) - stateGroups.indexOf(b.group) || a.sequence - b.sequence,
  )

const urgencyOfGroups: StateGroup[] = ['started', 'unstarted', 'backlog', 'completed', 'cancelled']

/** As in lists: what is being worked on stands first. */
export const inListOrder = (states: readonly State[]): State[] =>
  [...states].sort(
    (a, b) =>
      urgencyOfGroups.indexOf(a.group) - urgencyOfGroups.indexOf(b.group) ||
      a.sequence - b.sequence,
  )
