import type { Db } from '#kernel/database/schema.ts'
import { deliverMail, type Log, queueMail, type ReadSettings } from './delivery.ts'
import type { MailStatus } from './queries.ts'
import type { Mail } from './smtp.ts'

export interface Mailer {
  /**
   * Stores the mail, then tries to send it. Returns its status and never throws because of a mail
   * server: what could not be sent yet is retried later. Inside a transaction use `queueMail`.
   */
  send(mail: Mail): Promise<MailStatus>
}

export function createMailer({
  db,
  settings,
  log,
}: {
  db: Db
  settings: ReadSettings
  log: Log
}): Mailer {
  return {
    async send(mail) {
      const { id } = await queueMail(db, mail)
      return deliverMail(db, settings, log, id)
    },
  }
}
