import type { Activity, CommentEntry, HistoryEntry, HistoryQuery } from '@cairn/contract'
import { commentsSince, findSurroundings } from '#features/comments/service.ts'
import { type Kind, openItem } from '#features/work-items/service.ts'
import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Db } from '#kernel/database/schema.ts'
import { readMoment } from '#kernel/http/moments.ts'
import { listActivities } from './queries.ts'

/** Without the Z: the database leaves out closing zeros, and `.12` is before `.123`. */
const momentOf = ({ created_at }: HistoryEntry) => created_at.slice(0, -1)
const byMoment = (one: HistoryEntry, other: HistoryEntry) =>
  momentOf(one) < momentOf(other) ? -1 : 1

const changesOnly = new Set(['issue-property', 'epic-property'])
const commentsOnly = new Set(['issue-comment', 'epic-comment'])

/**
 * Changes of items the caller has access to, oldest first, without item, project and workspace
 * details.
 */
export async function changesOfMany(
  db: Db,
  member: ProjectMember,
  ids: readonly string[],
  since: string | null = null,
) {
  const rows = await listActivities(db, member, ids, since)
  return rows.map((row) => ({ ...row, activity_type: 'ACTIVITY' as const }))
}

/** Changes and comments of an item, oldest first. */
export async function readHistory(
  db: Db,
  member: ProjectMember,
  id: string,
  { activity_type = '', created_at__gt }: HistoryQuery,
  kind: Kind,
): Promise<HistoryEntry[]> {
  const since = readMoment('created_at__gt', created_at__gt)
  await openItem(db, member, id, kind)
  const surroundings = await findSurroundings(db, member, id)
  if (!surroundings || surroundings.is_archived) return []
  const { is_archived, ...details } = surroundings

  const readChanges = async (): Promise<Activity[]> => {
    const rows = await changesOfMany(db, member, [id], since)
    return rows.map((row) => ({ ...row, ...details }))
  }
  const readComments = async (): Promise<CommentEntry[]> => {
    const comments = await commentsSince(db, member, id, details, since)
    return comments.map((comment) => ({ ...comment, activity_type: 'COMMENT' }))
  }
  if (changesOnly.has(activity_type)) return readChanges()
  if (commentsOnly.has(activity_type)) return readComments()
  const [changes, comments] = await Promise.all([readChanges(), readComments()])
  return [...changes, ...comments].toSorted(byMoment)
}
