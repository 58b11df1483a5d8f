import { format } from 'node:util'
import { type DialogueLog, type SmtpSettings, sendOverSmtp } from './smtp.ts'
import { describeSmtpError } from './smtp-errors.ts'

export interface SmtpCheck {
  ok: boolean
  message: string
  /** The SMTP dialogue, line by line, without the credentials. */
  conversation: string[]
}

const hidden = '***'

/** Records the SMTP dialogue. */
function listen({ user, password }: SmtpSettings) {
  const conversation: string[] = []
  const secrets = [password, Buffer.from(password).toString('base64')].filter(Boolean)
  const identities = [user, Buffer.from(user).toString('base64')].filter(Boolean)
  let signingIn = false

  // A server may echo what it received.
  const withoutSecrets = (line: string) =>
    [...secrets, ...(signingIn ? identities : [])].reduce(
      (shown, secret) => shown.replaceAll(secret, hidden),
      line,
    )

  function hear(line: string) {
    if (signingIn && !line.startsWith('334')) signingIn = false
    conversation.push(`S: ${withoutSecrets(line)}`)
  }

  function say(line: string) {
    const mechanism = line.match(/^AUTH +\S+/i)?.[0]
    if (mechanism) conversation.push(`C: ${mechanism}${line === mechanism ? '' : ` ${hidden}`}`)
    else conversation.push(`C: ${signingIn ? hidden : withoutSecrets(line)}`)
    signingIn ||= mechanism !== undefined
  }

  function write({ tnx }: { tnx?: string }, message: string, ...values: unknown[]) {
    for (const line of format(message, ...values).split(/\r?\n/)) {
      if (tnx === 'server') hear(line)
      if (tnx === 'client') say(line)
    }
  }
  const dialogue: DialogueLog = {
    trace: write,
    debug: write,
    info: write,
    warn: write,
    error: write,
    fatal: write,
  }
  const fail = (error: unknown) => {
    conversation.push(`! ${withoutSecrets(error instanceof Error ? error.message : String(error))}`)
  }
  return { conversation, dialogue, fail }
}

const testMail = {
  subject: 'Test email from Cairn',
  text: 'Cairn can send email with these settings.',
  html: '<p>Cairn can send email with these settings.</p>',
}

/** Sends a mail now and reports the result to an admin as a sentence and as the SMTP dialogue. */
export async function testSmtp(
  settings: SmtpSettings,
  receiver: string,
  { timeoutMs }: { timeoutMs?: number } = {},
): Promise<SmtpCheck> {
  const { conversation, dialogue, fail } = listen(settings)
  if (!receiver) return { ok: false, message: 'Receiver email is required', conversation }
  try {
    await sendOverSmtp(settings, { ...testMail, to: receiver }, { timeoutMs, dialogue })
    return { ok: true, message: 'Email successfully sent.', conversation }
  } catch (error) {
    fail(error)
    return { ok: false, message: describeSmtpError(error), conversation }
  }
}
