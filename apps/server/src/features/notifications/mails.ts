import { letter } from '#features/account/service.ts'
import type { Mail } from '#kernel/mail/smtp.ts'
import { linesOf } from './mail-lines.ts'
import type { Addressee, News, Subject } from './queries.ts'

/** What a mail says besides the news themselves. */
export interface Known {
  to: Addressee
  subject: Subject
  origin: string | undefined
  /** Names of people by their id. */
  names: ReadonlyMap<string, string>
  /** The text of comments that are still there, by their id. */
  texts: ReadonlyMap<string, string>
}

/** The rest is one click away. */
const MAX_QUOTE_LENGTH = 1000

function quoted(text: string): string {
  const letters = [...text]
  return letters.length > MAX_QUOTE_LENGTH
    ? `${letters.slice(0, MAX_QUOTE_LENGTH).join('')}…`
    : text
}

/** What the daily jobs did has nobody's name. */
const isAutomatic = ({ title }: News) => title.startsWith('Automation')

const whoOf = (news: News) => (isAutomatic(news) ? 'Cairn' : (news.actor_id ?? ''))

function kindOf({ activity: { field, verb }, is_mention }: News): 'comment' | 'mention' | 'change' {
  if (field === 'comment' && verb !== 'deleted') return 'comment'
  return is_mention ? 'mention' : 'change'
}

/** The last time one of these was done, where the reader is. */
function momentOf(news: readonly News[], { to }: Known): string {
  const format = new Intl.DateTimeFormat('en-GB', {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: to.user_timezone,
  })
  return format.format(new Date(news.at(-1)?.created_at ?? 0))
}

function changes(name: string, news: readonly News[], known: Known): string[] {
  const lines = linesOf(news.map(({ activity }) => activity))
  if (lines.length === 0) return []
  const list = lines.map((line) => `• ${line}`).join('\n')
  return [`${name} made changes, ${momentOf(news, known)}:\n${list}`]
}

function actionOf(news: readonly News[]): string {
  if (news.some(({ is_mention }) => is_mention)) return 'mentioned you in a comment'
  const isNew = news.some(({ activity }) => activity.verb === 'created')
  return isNew ? 'commented' : 'edited a comment'
}

/** A comment as it is now, however often it was changed; nothing of one that is gone. */
function comments(name: string, news: readonly News[], known: Known): string[] {
  const byComment = Map.groupBy(news, ({ activity }) => activity.new_identifier ?? '')
  return [...byComment].flatMap(([id, ofIt]) => {
    const text = known.texts.get(id)
    if (text === undefined) return []
    const opening = `${name} ${actionOf(ofIt)}, ${momentOf(ofIt, known)}`
    return [text ? `${opening}:\n“${quoted(text)}”` : `${opening}.`]
  })
}

function mentions(name: string, news: readonly News[], known: Known): string[] {
  if (news.length === 0) return []
  return [`${name} mentioned you in the description, ${momentOf(news, known)}.`]
}

function ofOne(who: string, news: readonly News[], known: Known): string[] {
  const name = who === 'Cairn' ? who : (known.names.get(who) ?? 'Somebody')
  const byKind = Map.groupBy(news, kindOf)
  return [
    ...mentions(name, byKind.get('mention') ?? [], known),
    ...changes(name, byKind.get('change') ?? [], known),
    ...comments(name, byKind.get('comment') ?? [], known),
  ]
}

/** What happened to one item, for one person; undefined where it comes to nothing. */
export function newsMail(news: readonly News[], known: Known): Mail | undefined {
  const { to, subject, origin } = known
  const { slug, identifier, sequence_id, name, project_name } = subject
  const byPerson = Map.groupBy(news, whoOf)
  const paragraphs = [...byPerson].flatMap(([who, theirs]) => ofOne(who, theirs, known))
  if (paragraphs.length === 0) return undefined
  const key = `${identifier}-${sequence_id}`
  if (origin) {
    paragraphs.push(`${key} ${name}, in ${project_name}:`, `${origin}/${slug}/browse/${key}/`)
    paragraphs.push(
      'Choose what is mailed to you, and what only your inbox hears of:',
      `${origin}/${slug}/settings/account/notifications/`,
    )
  }
  return letter(to.email, `${key} ${name}`, paragraphs)
}
