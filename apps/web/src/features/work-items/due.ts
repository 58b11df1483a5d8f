import type { WorkItem } from '@cairn/contract'
import { toDay } from '#ui/day.ts'

const closed: ReadonlySet<string> = new Set(['completed', 'cancelled'])

/** Due today or before, and still open. */
export const isLate = (
  { target_date, state__group }: Pick<WorkItem, 'target_date' | 'state__group'>,
  today = toDay(new Date()),
) => target_date !== null && target_date <= today && !closed.has(state__group)
