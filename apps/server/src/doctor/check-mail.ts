import { stat } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '#config'
import { readSmtp } from '#features/instance-settings/service.ts'
import { greetSmtpServer, type SmtpSettings } from '#kernel/mail/smtp.ts'
import { describeSmtpError } from '#kernel/mail/smtp-errors.ts'
import { openSecrets } from '#kernel/secrets.ts'
import type { OpenDatabase } from './check-database.ts'
import { findingsOf, reasonOf } from './finding.ts'

const { ok, warning, problem } = findingsOf('mail')

const where = 'SMTP_HOST and the other SMTP settings, or /god-mode/email/'

/** Connects, and logs in if there is a user; no mail is sent. */
export async function checkMail(config: Config, database: OpenDatabase | undefined) {
  const settings = await readSettings(config, database)
  if (!settings) return ok('No mail server is configured: emails stay in the database.')
  const server = `${settings.host}:${settings.port}`
  try {
    await greetSmtpServer(settings)
  } catch (error) {
    return problem(
      `The mail server ${server} cannot be used: ${describeSmtpError(error)} (${reasonOf(error)}). Check ${where}.`,
    )
  }
  if ((settings.from || settings.user).includes('@')) return ok(`${server} answers.`)
  return warning(`${server} answers, but emails have no sender address. Set SMTP_FROM.`)
}

/** Those an administrator stored, else those of the environment. */
async function readSettings(
  config: Config,
  database: OpenDatabase | undefined,
): Promise<SmtpSettings | null> {
  if (!database || !(await hasSettings(config, database))) return config.smtp
  return readSmtp(database.db, await openSecrets(config.dataDir), config)
}

/** Before the first start there are neither settings nor the key that they are encrypted with. */
async function hasSettings({ dataDir }: Config, { pool }: OpenDatabase) {
  const key = await stat(path.join(dataDir, 'secret.key')).catch(() => undefined)
  const { rows } = await pool.query(`select to_regclass('instance_settings') is not null as is`)
  return key !== undefined && rows[0].is
}
