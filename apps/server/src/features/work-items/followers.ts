import type { ProjectMember } from '#kernel/auth/member.ts'
import type { Tx } from '#kernel/database/schema.ts'
import {
  activeAmong,
  deleteMentions,
  insertMentions,
  subscribeMentioned,
} from './follower-queries.ts'

/** Sanitized HTML has a single attribute syntax, so this can read it. */
const mention = /<mention-component\b[^>]*>/g
const named = (tag: string, attribute: string) =>
  new RegExp(`\\b${attribute}="([^"]*)"`).exec(tag)?.[1]

export function mentionsIn(html: string): string[] {
  const ids = [...html.matchAll(mention)]
    .map(([tag]) => tag)
    .filter((tag) => named(tag, 'entity_name') === 'user_mention')
    .map((tag) => named(tag, 'entity_identifier')?.toLowerCase() ?? '')
  return [...new Set(ids.filter(Boolean))]
}

/** Stores who is mentioned in the description; newly mentioned project members are subscribed. */
export async function saveMentions(
  tx: Tx,
  member: ProjectMember,
  work_item_id: string,
  html: { before: string; after: string },
): Promise<void> {
  const [before, after] = [mentionsIn(html.before), mentionsIn(html.after)]
  const gone = before.filter((id) => !after.includes(id))
  if (gone.length > 0) await deleteMentions(tx, work_item_id, gone)
  const fresh = after.filter((id) => !before.includes(id))
  const people = await activeAmong(tx, member, fresh)
  if (people.length === 0) return
  await insertMentions(tx, work_item_id, people)
  await subscribeMentioned(tx, member, work_item_id, people)
}
