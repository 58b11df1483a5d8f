import { parseId } from '@cairn/contract'
import { notifyOfPage } from '#features/notifications/service.ts'
import type { Tx } from '#kernel/database/schema.ts'
import { insertMentions, listPageReaders, type PersonMention, type Writer } from './text-queries.ts'

const element = /<mention-component\b[^>]*>/g
const named = (tag: string, attribute: string) =>
  parseId(new RegExp(`\\s${attribute}="([^"]*)"`).exec(tag)?.[1])

/** User mentions by their ids; one without an id is identified by its place and user. */
function mentionsOf(html: string, place: string): PersonMention[] {
  return [...html.matchAll(element)].flatMap(([tag]) => {
    const user_id = tag.includes('entity_name="user_mention"') && named(tag, 'entity_identifier')
    return user_id ? [{ mention_id: named(tag, 'id') ?? place, user_id }] : []
  })
}

const keyOf = ({ mention_id, user_id }: PersonMention) => `${mention_id} ${user_id}`

interface Mentioning {
  page: { id: string; name: string }
  /** The possible authors, who are not notified of their own mentions. */
  authors: readonly string[]
  html: { before: string; after: string }
  /** Set if the mention is in a comment, not in the text. */
  comment_id?: string
}

/**
 * Notifies all users newly mentioned in the text who may read it. Runs in the transaction that
 * stores the text, with its row locked: each mention notifies once, by one node.
 */
export async function notifyMentioned(tx: Tx, writer: Writer, mentioning: Mentioning) {
  const { page, authors, html, comment_id } = mentioning
  const place = comment_id ?? page.id
  const known = new Set(mentionsOf(html.before, place).map(keyOf))
  const fresh = mentionsOf(html.after, place).filter(
    (mention) => !known.has(keyOf(mention)) && authors.some((one) => one !== mention.user_id),
  )
  if (fresh.length === 0) return
  const people = fresh.map(({ user_id }) => user_id)
  const readers = await listPageReaders(tx, writer, page.id, people)
  const readable = fresh.filter(({ user_id }) => readers.some((one) => one.user_id === user_id))
  const noted = await insertMentions(tx, writer, page.id, readable)
  const notified = new Set(noted.map(({ user_id }) => user_id))
  const receivers = readers
    .filter(({ user_id }) => notified.has(user_id))
    .map((reader) => ({ ...reader, actor_id: authors.find((one) => one !== reader.user_id) }))
  await notifyOfPage(tx, writer, { page, receivers, comment_id })
}
