import type { WorkItem } from '@cairn/contract'

type Numbered = Pick<WorkItem, 'sequence_id' | 'is_draft'>

/**
 * Not yet confirmed by the server, which assigns the number: until then it has no key and no URL.
 */
export const isDraft = ({ sequence_id, is_draft }: Numbered) => sequence_id === 0 && !is_draft

/** "TRAIL-412"; a saved draft has no number, and shows its project. */
export const keyText = (identifier: string | undefined, { sequence_id, is_draft }: Numbered) =>
  is_draft ? (identifier ?? '') : `${identifier ?? ''}-${sequence_id}`
