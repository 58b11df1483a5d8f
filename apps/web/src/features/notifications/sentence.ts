import type { ItemNotification } from '@cairn/contract'
import type { TextKey } from '#data/i18n.ts'
import { type Sentence, sentenceOf } from '#entities/activity/activity-sentence.ts'

/** What happened, as a key of the catalogue and what it is about. */
export function sentenceFor(
  notification: ItemNotification,
  reader_id: string,
): Sentence & { key: TextKey } {
  const { data, is_mentioned_notification: isMention } = notification
  const activity = data.issue_activity
  const { field, verb, new_identifier } = activity
  if (isMention) {
    return { key: field === 'comment' ? 'inbox.mentioned.comment' : 'inbox.mentioned.description' }
  }
  if (field === 'comment') {
    const value = activity.issue_comment
    if (verb === 'deleted') return { key: 'inbox.comment.deleted' }
    return { key: verb === 'updated' ? 'inbox.comment.changed' : 'inbox.comment.added', value }
  }
  if (field === 'assignees' && new_identifier === reader_id) return { key: 'inbox.assigned_to_you' }
  const { key, value } = sentenceOf(activity)
  return { key: `history.${key}` as TextKey, value }
}
