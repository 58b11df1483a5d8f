import {
  isItemNotification,
  isPageNotification,
  isRecurrenceNotification,
  isUpdateNotification,
  type Notification,
  type PushMessage,
  type RecurrenceNotification,
  type UpdateNotification,
} from '@cairn/contract'
import { type MailLanguage, toMailLanguage } from '#kernel/mail/language.ts'
import { linesOf } from './mail-lines.ts'
import { mailWords } from './mail-words.ts'
import { actionOf, isAutomatic } from './mails.ts'
import type { News } from './queries.ts'

/** What a message contains besides the notification itself. */
interface Known {
  slug: string
  /** The receiver's. */
  language: string | null
  /** How many notifications the receiver has not read in this workspace. */
  unread: number
  /** The texts of comments that still exist, by id. */
  texts: ReadonlyMap<string, string>
  /** Those of them that are replies. */
  replies: ReadonlySet<string>
}

interface PushWords {
  mentionedInComment: string
  commented: string
  replied: string
  editedComment: string
  mentionedInDescription: string
  mentionedInPage: string
  mentionedInPageComment: string
  postedUpdate: string
  health: Record<UpdateNotification['data']['update']['health'], string>
  paused: Record<RecurrenceNotification['data']['recurrence']['reason'], string>
}

/** Each follows the name of the user who did it. */
const pushWords: Record<MailLanguage, PushWords> = {
  en: {
    mentionedInComment: 'mentioned you in a comment',
    commented: 'commented',
    replied: 'replied',
    editedComment: 'edited a comment',
    mentionedInDescription: 'mentioned you in the description',
    mentionedInPage: 'mentioned you in this page',
    mentionedInPageComment: 'mentioned you in a comment on this page',
    postedUpdate: 'posted an update',
    health: { on_track: 'On track', at_risk: 'At risk', off_track: 'Off track' },
    paused: {
      failed: 'A work item couldn’t be created, so the rule is paused. Check the template.',
      left: 'The rule is paused: the person who set it left the project.',
    },
  },
  de: {
    mentionedInComment: 'hat dich in einem Kommentar erwähnt',
    commented: 'hat kommentiert',
    replied: 'hat geantwortet',
    editedComment: 'hat einen Kommentar bearbeitet',
    mentionedInDescription: 'hat dich in der Beschreibung erwähnt',
    mentionedInPage: 'hat dich auf dieser Seite erwähnt',
    mentionedInPageComment: 'hat dich in einem Kommentar zu dieser Seite erwähnt',
    postedUpdate: 'hat ein Update veröffentlicht',
    health: { on_track: 'Im Plan', at_risk: 'Gefährdet', off_track: 'Nicht im Plan' },
    paused: {
      failed:
        'Ein Vorgang konnte nicht angelegt werden, deshalb pausiert die Regel. Prüfe die Vorlage.',
      left: 'Die Regel pausiert: Wer sie festgelegt hat, ist nicht mehr im Projekt.',
    },
  },
}

/** Devices show two or three lines. */
const MAX_EXCERPT_LENGTH = 240

function excerpt(text: string): string {
  const letters = [...text.replaceAll(/\s+/g, ' ').trim()]
  return letters.length > MAX_EXCERPT_LENGTH
    ? `${letters.slice(0, MAX_EXCERPT_LENGTH).join('')}…`
    : letters.join('')
}

/** The notification of a work item in the form that mails use. */
export function newsOf(one: Notification): News | undefined {
  if (!isItemNotification(one)) return undefined
  return {
    receiver_id: one.receiver,
    work_item_id: one.data.issue.id,
    actor_id: one.triggered_by,
    is_mention: one.is_mentioned_notification,
    title: one.title,
    activity: one.data.issue_activity,
    created_at: one.created_at,
  }
}

const nameOf = ({ triggered_by_details }: Notification, language: MailLanguage) =>
  triggered_by_details?.display_name ?? mailWords[language].someone

/** The event of a work item in one sentence; undefined if its comment is deleted. */
function itemSentence(one: Notification, news: News, { language, texts, replies }: Known) {
  const { activity, is_mention } = news
  const spoken = toMailLanguage(language)
  const words = pushWords[spoken]
  const name = isAutomatic(news) ? 'Cairn' : nameOf(one, spoken)
  if (activity.field === 'comment' && activity.verb !== 'deleted') {
    const id = activity.new_identifier ?? ''
    const text = texts.get(id)
    if (text === undefined) return undefined
    return `${name} ${words[actionOf([news], replies.has(id))]}${text && `: ${text}`}`
  }
  if (is_mention) return `${name} ${words.mentionedInDescription}`
  const lines = linesOf([activity], mailWords[spoken])
  return lines.length > 0 ? `${name}: ${lines.join(', ')}` : undefined
}

function updateUrl(
  slug: string,
  { key, project_id, initiative_id }: UpdateNotification['data']['update'],
) {
  if (key) return `/${slug}/browse/${key}/`
  if (initiative_id) return `/${slug}/initiatives/${initiative_id}/`
  return `/${slug}/projects/${project_id}/overview/`
}

/** The content of a device notification: no more than a mail contains. */
export function messageOf(one: Notification, known: Known): PushMessage | undefined {
  const { slug, unread } = known
  const language = toMailLanguage(known.language)
  const words = pushWords[language]
  const name = nameOf(one, language)
  const tag = one.entity_identifier ?? one.id
  const news = newsOf(one)
  if (news && isItemNotification(one)) {
    const { identifier, sequence_id, name: title } = one.data.issue
    const key = `${identifier}-${sequence_id}`
    const body = itemSentence(one, news, known)
    if (body === undefined) return undefined
    const url = `/${slug}/browse/${key}/`
    return { title: excerpt(`${key} ${title}`), body: excerpt(body), url, tag, key, unread }
  }
  if (isPageNotification(one)) {
    const { id, name: title, project_id, comment_id } = one.data.page
    return {
      title: excerpt(title || mailWords[language].untitled),
      body: excerpt(`${name} ${comment_id ? words.mentionedInPageComment : words.mentionedInPage}`),
      url: `/${slug}/projects/${project_id}/pages/${id}/`,
      ...{ tag, unread },
    }
  }
  if (isRecurrenceNotification(one)) {
    const { name: title, project_id, reason } = one.data.recurrence
    const url = `/${slug}/settings/projects/${project_id}/templates/`
    return { title: excerpt(title), body: words.paused[reason], url, tag, unread }
  }
  if (!isUpdateNotification(one)) return undefined
  const { update } = one.data
  return {
    title: excerpt(update.key ? `${update.key} ${update.name}` : update.name),
    body: excerpt(`${name} ${words.postedUpdate}: ${words.health[update.health]}. ${update.text}`),
    url: updateUrl(slug, update),
    ...{ tag, unread, key: update.key ?? undefined },
  }
}
