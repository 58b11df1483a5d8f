import type { WorkItem } from '@cairn/contract'

/** Still on its way to the server: it has no number yet, and nothing can be done to it. */
export const isDraft = ({ id }: Pick<WorkItem, 'id'>) => id.startsWith('draft:')
