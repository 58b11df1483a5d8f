import { escapeHtml } from '#features/account/service.ts'
import { mentionsIn } from '#features/work-items/service.ts'
import type { Db, Tx } from '#kernel/database/schema.ts'
import { stripHtml } from '#kernel/html/strip.ts'
import { queueMail } from '#kernel/mail/delivery.ts'
import { newsMail, pageMail } from './mails.ts'
import {
  listAddressees,
  listCommentTexts,
  listNames,
  listNews,
  listPageNews,
  listReceivers,
  listSubjects,
  lockMailQueue,
  type News,
  type PageNews,
  takeQueued,
} from './queries.ts'

/**
 * Notifications about an item within this period become one mail; with the job's interval it is
 * five minutes.
 */
const GATHER_MINUTES = 4

/** Mails written in one transaction. */
const BATCH = 200

interface Post {
  hasSmtp: boolean
  /** The origin of links; undefined if unknown. */
  origin: string | undefined
}

const distinct = <Value>(values: readonly Value[]) => [...new Set(values)]
const pairOf = ({ receiver_id, work_item_id }: News) => `${receiver_id} ${work_item_id}`

const mention = /<mention-component\b[^>]*>[^<]*<\/mention-component>/g

/** Replaces mentions by user id with the current names. */
const naming = (html: string, names: ReadonlyMap<string, string>) =>
  html.replace(mention, (element) => {
    const name = names.get(mentionsIn(element)[0] ?? '')
    return name === undefined ? element : escapeHtml(`@${name}`)
  })

/** The current names and comment texts that notifications refer to. */
export async function readWords(tx: Db, news: readonly News[]) {
  const ids = news.flatMap(({ activity: { field, new_identifier } }) =>
    field === 'comment' ? (new_identifier ?? []) : [],
  )
  const comments = await listCommentTexts(tx, distinct(ids))
  const actors = news.flatMap(({ actor_id }) => actor_id ?? [])
  const mentioned = comments.flatMap(({ comment_html }) => mentionsIn(comment_html))
  const people = await listNames(tx, distinct([...actors, ...mentioned]))
  const names = new Map(people.map(({ id, display_name }) => [id, display_name]))
  const texts = comments.map(
    ({ id, comment_html }) => [id, stripHtml(naming(comment_html, names)) ?? ''] as const,
  )
  const replies = comments.flatMap(({ id, is_reply }) => (is_reply ? id : []))
  return { names, texts: new Map(texts), replies: new Set(replies) }
}

/** Those about items their receivers may still see. */
async function stillSeen(tx: Tx, news: readonly News[]): Promise<News[]> {
  const pairs = news.map(({ receiver_id, work_item_id }) => ({
    work_item_id,
    user_id: receiver_id,
  }))
  const seen = await listReceivers(tx, [], pairs)
  const allowed = new Set(seen.map(({ user_id, work_item_id }) => `${user_id} ${work_item_id}`))
  return news.filter((one) => allowed.has(pairOf(one)))
}

async function writeMails(tx: Tx, news: readonly News[], { origin }: Post): Promise<void> {
  const receivers = distinct(news.map(({ receiver_id }) => receiver_id))
  const addressees = new Map((await listAddressees(tx, receivers)).map((one) => [one.id, one]))
  const items = distinct(news.map(({ work_item_id }) => work_item_id))
  const subjects = new Map((await listSubjects(tx, items)).map((one) => [one.id, one]))
  const words = await readWords(tx, news)
  for (const ofPair of Map.groupBy(news, pairOf).values()) {
    const to = addressees.get(ofPair[0]?.receiver_id ?? '')
    const subject = subjects.get(ofPair[0]?.work_item_id ?? '')
    const mail = to && subject && newsMail(ofPair, { to, subject, origin, ...words })
    if (!mail) continue
    const { workspace_id, id: work_item_id } = subject
    await queueMail(tx, mail, { recipient_id: to.id, workspace_id, work_item_id })
  }
}

/** One mail per receiver and page, even if the page mentions them several times. */
async function writePageMails(tx: Tx, news: readonly PageNews[], { origin }: Post): Promise<void> {
  const receivers = distinct(news.map(({ receiver_id }) => receiver_id))
  const addressees = new Map((await listAddressees(tx, receivers)).map((one) => [one.id, one]))
  const byPage = Map.groupBy(news, ({ receiver_id, page_id }) => `${receiver_id} ${page_id}`)
  for (const [first] of byPage.values()) {
    const to = addressees.get(first?.receiver_id ?? '')
    if (!to || !first) continue
    const { workspace_id, project_id } = first
    await queueMail(tx, pageMail(first, to, origin), {
      recipient_id: to.id,
      workspace_id,
      project_id,
    })
  }
}

const mailSome = (db: Db, post: Post) =>
  db.transaction().execute(async (tx) => {
    if (!(await lockMailQueue(tx))) return 0
    const ids = await takeQueued(tx, GATHER_MINUTES, BATCH)
    // Without SMTP they could not be delivered, and would clutter the administrator's list of
    // stored mails.
    if (ids.length > 0 && post.hasSmtp) {
      await writeMails(tx, await stillSeen(tx, await listNews(tx, ids)), post)
      await writePageMails(tx, await listPageNews(tx, ids), post)
    }
    return ids.length
  })

/**
 * The job: sends one mail per user and item with notifications, a few minutes after the first one.
 * Removing them from the queue and writing the mail is one transaction, so nothing is lost or
 * mailed twice. It can run on every node at any time.
 */
export async function mailNews(db: Db, post: Post): Promise<number> {
  let mailed = 0
  for (let some = await mailSome(db, post); some > 0; some = await mailSome(db, post)) {
    mailed += some
  }
  return mailed
}
