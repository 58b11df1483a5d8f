import { HeaderRefused, SenderMissing } from './smtp-errors.ts'

export interface SmtpSettings {
  host: string
  port: number
  /** Empty: the server requires no sign-in. */
  user: string
  password: string
  /** `Cairn <cairn@example.com>` or the address alone; empty: the user. */
  from: string
  /** Start unencrypted and switch to TLS before anything else is sent (STARTTLS). */
  useTls: boolean
  /** TLS from the first byte. */
  useSsl: boolean
}

/** An attached text file. */
export interface MailAttachment {
  filename: string
  content: string
}

export interface Mail {
  to: string
  subject: string
  text: string
  html: string
  attachments?: MailAttachment[]
}

type Level = 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal'
type Write = (entry: { tnx?: string }, message: string, ...values: unknown[]) => void
export type DialogueLog = Record<Level, Write>

interface Delivery {
  /** The same for every attempt, so that a mail that arrives twice can be recognized. */
  id?: string
  /** For each step of the SMTP dialogue. */
  timeoutMs?: number
  dialogue?: DialogueLog
}

// One plain address. A list, a comment or a line break would add other recipients.
const plainAddress = /^[^\s@,;:<>()[\]"\\]+@[^\s@,;:<>()[\]"\\]+$/

function assertHeaders({ to, subject }: Mail, from: string) {
  if (!plainAddress.test(to)) throw new HeaderRefused('The receiver is not one e-mail address.')
  if (/[\r\n]/.test(subject + from)) throw new HeaderRefused('A header has more than one line.')
  if (!from.includes('@')) throw new SenderMissing('No sender address is set.')
}

/** Loaded on first use: it takes 6 MB, and many servers never send a mail. */
async function openTransport(
  { host, port, user, password, useTls, useSsl }: SmtpSettings,
  { timeoutMs = 10_000, dialogue }: Delivery = {},
) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    host,
    port,
    secure: useSsl,
    // Without it a server, or an attacker in between, could make us send the password unencrypted.
    requireTLS: useTls && !useSsl,
    ignoreTLS: !useTls && !useSsl,
    ...(user && { auth: { user, pass: password } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    socketTimeout: timeoutMs * 3,
    // A mail is text. It must never load a file of this machine or its network.
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(dialogue && { logger: dialogue, transactionLog: true }),
  })
}

/** Connects and logs in, without a mail; throws an error that `describeSmtpError` can read. */
export async function greetSmtpServer(settings: SmtpSettings): Promise<void> {
  const transport = await openTransport(settings)
  try {
    await transport.verify()
  } finally {
    transport.close()
  }
}

/** Sends one mail, or throws an error that `describeSmtpError` can read. */
export async function sendOverSmtp(
  settings: SmtpSettings,
  mail: Mail,
  delivery: Delivery = {},
): Promise<void> {
  const { id } = delivery
  const from = settings.from || settings.user
  assertHeaders(mail, from)
  const transport = await openTransport(settings, delivery)
  const { to, subject, text, html, attachments } = mail
  const domain = from.match(/@([\w.-]+)/)?.[1] ?? 'localhost'
  try {
    await transport.sendMail({
      from,
      to: { name: '', address: to },
      subject,
      text,
      ...(html && { html }),
      ...(attachments?.length && { attachments }),
      ...(id && { messageId: `<${id}@${domain}>` }),
      // Prevents out-of-office replies.
      headers: { 'Auto-Submitted': 'auto-generated' },
    })
  } finally {
    transport.close()
  }
}
