import type { WorkItem } from '@cairn/contract'

/** Still on its way to the server, which numbers it: until then it has no key, and no address. */
export const isDraft = ({ sequence_id }: Pick<WorkItem, 'sequence_id'>) => sequence_id === 0
