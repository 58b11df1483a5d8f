import type { Activity } from '@cairn/contract'

export const entryKinds = ['ACTIVITY', 'COMMENT'] as const
export type EntryKind = (typeof entryKinds)[number]

/** Any entry with a time. */
interface Said {
  at: string
}

export type Entry<Thread> =
  | { kind: 'ACTIVITY'; at: string; activity: Activity }
  | { kind: 'COMMENT'; at: string; thread: Thread }

/** Both in one timeline. */
export function mergeEntries<Thread extends Said>(
  activities: readonly Activity[],
  threads: readonly Thread[],
  { kinds, newestFirst }: { kinds: readonly EntryKind[]; newestFirst: boolean },
): Entry<Thread>[] {
  const entries: Entry<Thread>[] = [
    ...activities.map((activity) => ({
      kind: 'ACTIVITY' as const,
      at: activity.created_at,
      activity,
    })),
    ...threads.map((thread) => ({ kind: 'COMMENT' as const, at: thread.at, thread })),
  ]
  const shown = entries
    .filter(({ kind }) => kinds.includes(kind))
    .sort((a, b) => Date.parse(a.at) - Date.parse(b.at))
  return newestFirst ? shown.reverse() : shown
}
