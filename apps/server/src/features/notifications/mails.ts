import { letter } from '#features/account/service.ts'
import { toMailLanguage } from '#kernel/mail/language.ts'
import type { Mail } from '#kernel/mail/smtp.ts'
import { linesOf } from './mail-lines.ts'
import { type MailWords, mailWords } from './mail-words.ts'
import type { Addressee, News, PageNews, Subject } from './queries.ts'

/** Data for a mail besides the notifications. */
export interface Known {
  to: Addressee
  subject: Subject
  origin: string | undefined
  /** Display names by user id. */
  names: ReadonlyMap<string, string>
  /** The text of comments that still exist, by id. */
  texts: ReadonlyMap<string, string>
  /** Ids of comments that are replies. */
  replies: ReadonlySet<string>
}

/** The full text is one click away. */
const MAX_QUOTE_LENGTH = 1000

function quoted(text: string): string {
  const letters = [...text]
  return letters.length > MAX_QUOTE_LENGTH
    ? `${letters.slice(0, MAX_QUOTE_LENGTH).join('')}…`
    : text
}

/** Changes by the daily jobs have no actor. */
export const isAutomatic = ({ title }: News) => title.startsWith('Automation')

const whoOf = (news: News) => (isAutomatic(news) ? 'Cairn' : (news.actor_id ?? ''))

function kindOf({ activity: { field, verb }, is_mention }: News): 'comment' | 'mention' | 'change' {
  if (field === 'comment' && verb !== 'deleted') return 'comment'
  return is_mention ? 'mention' : 'change'
}

const wordsFor = ({ language }: Addressee): MailWords => mailWords[toMailLanguage(language)]

/** The time of the last of these, in the receiver's time zone. */
function momentOf(news: readonly News[], { to }: Known): string {
  const format = new Intl.DateTimeFormat(wordsFor(to).locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: to.user_timezone,
  })
  // Mail clients show the narrow space before AM and PM as a box.
  return format.format(new Date(news.at(-1)?.created_at ?? 0)).replaceAll('\u202f', ' ')
}

function changes(name: string, news: readonly News[], known: Known): string[] {
  const words = wordsFor(known.to)
  const rows = news.map(({ activity }) => activity)
  const lines = linesOf(rows, words)
  if (lines.length === 0) return []
  const list = lines.map((line) => `• ${line}`).join('\n')
  return [`${words.changed(name, momentOf(news, known))}:\n${list}`]
}

export function actionOf(news: readonly News[], isReply: boolean) {
  if (news.some(({ is_mention }) => is_mention)) return 'mentionedInComment' as const
  const isNew = news.some(({ activity }) => activity.verb === 'created')
  if (!isNew) return 'editedComment' as const
  return isReply ? ('replied' as const) : ('commented' as const)
}

/** The current text of a comment, however often it was edited; nothing if it is deleted. */
function comments(name: string, news: readonly News[], known: Known): string[] {
  const byComment = Map.groupBy(news, ({ activity }) => activity.new_identifier ?? '')
  return [...byComment].flatMap(([id, ofIt]) => {
    const text = known.texts.get(id)
    if (text === undefined) return []
    const action = actionOf(ofIt, known.replies.has(id))
    const opening = wordsFor(known.to)[action](name, momentOf(ofIt, known))
    return [text ? `${opening}:\n“${quoted(text)}”` : `${opening}.`]
  })
}

function mentions(name: string, news: readonly News[], known: Known): string[] {
  if (news.length === 0) return []
  return [`${wordsFor(known.to).mentionedInDescription(name, momentOf(news, known))}.`]
}

function ofOne(who: string, news: readonly News[], known: Known): string[] {
  const name = who === 'Cairn' ? who : (known.names.get(who) ?? wordsFor(known.to).someone)
  const byKind = Map.groupBy(news, kindOf)
  return [
    ...mentions(name, byKind.get('mention') ?? [], known),
    ...changes(name, byKind.get('change') ?? [], known),
    ...comments(name, byKind.get('comment') ?? [], known),
  ]
}

const settingsLine = (origin: string, slug: string, to: Addressee) => [
  wordsFor(to).settings,
  `${origin}/${slug}/settings/account/notifications/`,
]

/** Tells the receiver that a page, or a comment on it, mentions them. */
export function pageMail(news: PageNews, to: Addressee, origin: string | undefined): Mail {
  const { slug, project_id, page_id, project_name, in_comment } = news
  const words = wordsFor(to)
  const name = news.name || words.untitled
  const mentioned = in_comment ? words.mentionedInPageComment : words.mentionedInPage
  const paragraphs = [mentioned(news.actor_name ?? words.someone, name)]
  if (origin) {
    paragraphs.push(
      `${name}, in ${project_name}:`,
      `${origin}/${slug}/projects/${project_id}/pages/${page_id}/`,
      ...settingsLine(origin, slug, to),
    )
  }
  return letter(to.email, name, paragraphs)
}

/** What happened to one item, for one receiver; undefined if there is no net change. */
export function newsMail(news: readonly News[], known: Known): Mail | undefined {
  const { to, subject, origin } = known
  const { slug, identifier, sequence_id, name, project_name } = subject
  const byPerson = Map.groupBy(news, whoOf)
  const paragraphs = [...byPerson].flatMap(([who, theirs]) => ofOne(who, theirs, known))
  if (paragraphs.length === 0) return undefined
  const key = `${identifier}-${sequence_id}`
  if (origin) {
    paragraphs.push(`${key} ${name}, in ${project_name}:`, `${origin}/${slug}/browse/${key}/`)
    paragraphs.push(...settingsLine(origin, slug, to))
  }
  return letter(to.email, `${key} ${name}`, paragraphs)
}
