import type { ItemNotification } from '@cairn/contract'
import type { TextKey } from '#data/i18n.ts'
import { type Sentence, sentenceOf } from '#entities/activity/activity-sentence.ts'

/** What happened, as a catalog key with its parameters. */
export function sentenceFor(
  notification: ItemNotification,
  reader_id: string,
): Sentence & { key: TextKey } {
  const { data, is_mentioned_notification: isMention } = notification
  const activity = data.issue_activity
  const { field, verb, new_identifier, is_reply } = activity
  if (isMention) {
    return { key: field === 'comment' ? 'inbox.mentioned.comment' : 'inbox.mentioned.description' }
  }
  if (field === 'comment') {
    if (verb === 'deleted') return { key: 'inbox.comment.deleted' }
    if (verb === 'updated') return { key: 'inbox.comment.changed' }
    return { key: is_reply ? 'inbox.comment.replied' : 'inbox.comment.added' }
  }
  if (field === 'assignees' && new_identifier === reader_id) return { key: 'inbox.assigned_to_you' }
  const { key, ...values } = sentenceOf(activity)
  return { ...values, key: `history.${key}` as TextKey }
}
