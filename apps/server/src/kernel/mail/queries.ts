import { GUEST } from '@cairn/contract'
import { type ColumnType, type Generated, sql } from 'kysely'
import { type Db, now } from '#kernel/database/schema.ts'
import type { Mail, MailAttachment } from './smtp.ts'

export type MailStatus = 'queued' | 'sent' | 'stored' | 'failed'

interface Mails {
  id: Generated<string>
  to_address: string
  subject: string
  text: string
  html: Generated<string>
  attachments: ColumnType<MailAttachment[], string | undefined, string>
  status: Generated<MailStatus>
  attempts: Generated<number>
  next_attempt_at: Generated<string>
  last_error: string | null
  sent_at: string | null
  created_at: Generated<string>
  recipient_id: Generated<string | null>
  workspace_id: Generated<string | null>
  project_id: Generated<string | null>
  work_item_id: Generated<string | null>
}

/** The recipient of a mail and its subject: it is only sent while they may see that. */
export interface MailScope {
  recipient_id: string
  workspace_id: string
  project_id?: string
  work_item_id?: string
}

declare module '#kernel/database/schema.ts' {
  interface Database {
    mails: Mails
  }
}

/** In the caller's transaction: the mail is sent only if the change it reports is committed. */
export const insertMail = (
  db: Db,
  { to, subject, text, html, attachments = [] }: Mail,
  scope?: MailScope,
) =>
  db
    .insertInto('mails')
    .values({
      ...{ to_address: to, subject, text, html, attachments: JSON.stringify(attachments) },
      ...scope,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

const inFuture = (seconds: number) => sql<string>`now() + make_interval(secs => ${seconds})`

/** Hours may pass between queueing and sending, and the recipient may be removed meanwhile. */
const isStillTheirs = sql<boolean>`(
  recipient_id is null or exists (
    select from users u
    join workspace_members wm on wm.user_id = u.id and wm.workspace_id = mails.workspace_id
      and wm.is_active and wm.deleted_at is null
    join workspaces w on w.id = wm.workspace_id and w.deleted_at is null
    left join work_items i on i.id = mails.work_item_id and i.deleted_at is null
    left join projects p on p.id = coalesce(i.project_id, mails.project_id)
      and p.deleted_at is null
    left join project_members pm on pm.project_id = p.id and pm.user_id = u.id and pm.is_active
      and pm.deleted_at is null
    where u.id = mails.recipient_id and u.is_active
      and (mails.project_id is null or pm.id is not null)
      and (mails.work_item_id is null or pm.role > ${GUEST}
        or pm.role = ${GUEST} and (p.guest_view_all_features or i.created_by = u.id))
  )
)`

/** What a mail is about, in one word. */
const kind = sql<string>`case
  when work_item_id is not null then 'work item'
  when project_id is not null then 'project'
  when workspace_id is not null then 'workspace'
  else 'account' end`

/**
 * Claims one due mail: other nodes do not see it until the lease ends, and if we crash, it is due
 * again then. No transaction stays open while waiting for the mail server.
 */
export const claimMail = (db: Db, leaseSeconds: number, id?: string) =>
  db
    .updateTable('mails')
    .set({ attempts: sql`attempts + 1`, next_attempt_at: inFuture(leaseSeconds) })
    .where('id', '=', (from) =>
      from
        .selectFrom('mails')
        .select('id')
        .where('status', '=', 'queued')
        .where('next_attempt_at', '<=', now)
        .$if(id !== undefined, (due) => due.where('id', '=', id ?? ''))
        .orderBy('next_attempt_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'to_address as to', 'subject', 'text', 'html', 'attachments', 'attempts'])
    .returning([isStillTheirs.as('is_still_theirs'), kind.as('kind')])
    .executeTakeFirst()

const gone = { subject: '', text: '', html: '', attachments: '[]' }

/** Deletes the content: it may hold codes and links that open an account, and it was delivered. */
export const markSent = (db: Db, id: string) =>
  db
    .updateTable('mails')
    .set({ status: 'sent', sent_at: now, last_error: null, ...gone })
    .where('id', '=', id)
    .execute()

export const postponeMail = (db: Db, id: string, seconds: number, last_error: string) =>
  db
    .updateTable('mails')
    .set({ next_attempt_at: inFuture(seconds), last_error })
    .where('id', '=', id)
    .execute()

/** Its recipient may no longer read it. */
export const markWithdrawn = (db: Db, id: string) =>
  db
    .updateTable('mails')
    .set({ status: 'failed', last_error: WITHDRAWN, text: '', html: '', attachments: '[]' })
    .where('id', '=', id)
    .execute()
const WITHDRAWN = 'Not sent: its recipient may no longer see what it is about.'

export const markFailed = (db: Db, id: string, last_error: string) =>
  db.updateTable('mails').set({ status: 'failed', last_error }).where('id', '=', id).execute()

/** All that are due, or the one. */
export const storeMails = (db: Db, id?: string) =>
  db
    .updateTable('mails')
    .set({ status: 'stored' })
    .where('status', '=', 'queued')
    .where('next_attempt_at', '<=', now)
    .$if(id !== undefined, (due) => due.where('id', '=', id ?? ''))
    .returning('id')
    .execute()

/** Sent mails are only a log; undelivered ones stay longer for an admin to look at. */
export const removeOldMails = (db: Db) =>
  sql`
    delete from mails
    where created_at < now() - interval '30 days'
      or (status = 'sent' and created_at < now() - interval '7 days')`.execute(db)
