import type { Activity, HeardComment } from '@cairn/contract'

export const entryKinds = ['ACTIVITY', 'COMMENT'] as const
export type EntryKind = (typeof entryKinds)[number]

export type Entry =
  | { kind: 'ACTIVITY'; at: string; activity: Activity }
  | { kind: 'COMMENT'; at: string; comment: HeardComment }

/** Both in one line of time. */
export function mergeEntries(
  activities: readonly Activity[],
  comments: readonly HeardComment[],
  { kinds, newestFirst }: { kinds: readonly EntryKind[]; newestFirst: boolean },
): Entry[] {
  const entries: Entry[] = [
    ...activities.map((activity) => ({
      kind: 'ACTIVITY' as const,
      at: activity.created_at,
      activity,
    })),
    ...comments.map((comment) => ({ kind: 'COMMENT' as const, at: comment.created_at, comment })),
  ]
  const shown = entries
    .filter(({ kind }) => kinds.includes(kind))
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
  return newestFirst ? shown.reverse() : shown
}
