import { type ItemNotification, isItemNotification, type Notification } from '@cairn/contract'
import { type Piece, readHtml } from '@cairn/editor'

/** A row has no space for more. */
const MAX = 240

const isBlock = (tag: string) =>
  /^(?:p|div|li|ul|ol|h[1-6]|blockquote|pre|table|tr|td|th|br|hr)$/.test(tag)

function wordsOf(pieces: readonly Piece[], nameOf: (id: string) => string | undefined): string {
  return pieces
    .map((piece) => {
      if (typeof piece === 'string') return piece
      const inside = wordsOf(piece.children, nameOf)
      if (piece.tag === 'mention-component') {
        const { entity_identifier = '' } = piece.attributes
        return `@${nameOf(entity_identifier) ?? inside.replace(/^@/, '')}`
      }
      return isBlock(piece.tag) ? ` ${inside} ` : inside
    })
    .join('')
}

/** The start of a text on one line, with the names of mentioned users. */
export function excerptOf(html: string, nameOf: (id: string) => string | undefined): string {
  const text = wordsOf(readHtml(html), nameOf).replace(/\s+/g, ' ').trim()
  return text.length > MAX ? `${text.slice(0, MAX).trimEnd()}…` : text
}

const isAboutComment = ({ data }: ItemNotification) => data.issue_activity.field === 'comment'

/** The text of a comment, or of a description that mentions the reader. */
export function saidIn(notification: Notification): string | undefined {
  if (!isItemNotification(notification)) return undefined
  const { verb, field, new_value } = notification.data.issue_activity
  const isSaid = isAboutComment(notification)
    ? verb !== 'deleted'
    : notification.is_mentioned_notification && field === 'description'
  return (isSaid && new_value) || undefined
}

/** The comment a notification is about. */
export const commentIn = (notification: Notification): string | undefined =>
  (isItemNotification(notification) &&
    isAboutComment(notification) &&
    notification.data.issue_activity.new_identifier) ||
  undefined
