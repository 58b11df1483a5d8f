import type { Db } from '#kernel/database/schema.ts'
import { type MailLanguage, toMailLanguage } from '#kernel/mail/language.ts'
import { findLanguage } from './queries.ts'

/** The language the user chose; addresses without an account get the sender's language. */
export async function languageOf(db: Db, email: string, sender?: string): Promise<MailLanguage> {
  const own = await findLanguage(db, email)
  return toMailLanguage(own ?? (sender && (await findLanguage(db, sender))))
}
