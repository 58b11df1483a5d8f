import { HeaderRefused, SenderMissing } from './smtp-errors.ts'

export interface SmtpSettings {
  host: string
  port: number
  /** Empty: the server wants nobody to sign in. */
  user: string
  password: string
  /** `Cairn <cairn@example.com>` or the address alone; empty: the user. */
  from: string
  /** Start in the clear and change to TLS before anything is said (STARTTLS). */
  useTls: boolean
  /** TLS from the first byte. */
  useSsl: boolean
}

/** A file of text that goes along. */
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
  /** The same at every try, so that a mail that arrives twice can be recognised. */
  id?: string
  /** For each step of the conversation. */
  timeoutMs?: number
  dialogue?: DialogueLog
}

// One plain address. A list, a comment or a line break would send the mail to somebody else too.
const plainAddress = /^[^\s@,;:<>()[\]"\\]+@[^\s@,;:<>()[\]"\\]+$/

function assertHeaders({ to, subject }: Mail, from: string) {
  if (!plainAddress.test(to)) throw new HeaderRefused('The receiver is not one e-mail address.')
  if (/[\r\n]/.test(subject + from)) throw new HeaderRefused('A header has more than one line.')
  if (!from.includes('@')) throw new SenderMissing('No sender address is set.')
}

/** Sends one mail, or throws what `describeSmtpError` can read. */
export async function sendOverSmtp(
  { host, port, user, password, from: sender, useTls, useSsl }: SmtpSettings,
  mail: Mail,
  { id, timeoutMs = 10_000, dialogue }: Delivery = {},
): Promise<void> {
  const from = sender || user
  assertHeaders(mail, from)
  // When a mail is sent, not before: it weighs 6 MB, and many a server never sends one.
  const { createTransport } = await import('nodemailer')
  const transport = createTransport({
    host,
    port,
    secure: useSsl,
    // Without it a server, or somebody between, could talk us into sending the password in the clear.
    requireTLS: useTls && !useSsl,
    ignoreTLS: !useTls && !useSsl,
    ...(user && { auth: { user, pass: password } }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    socketTimeout: timeoutMs * 3,
    // A mail is text. It must never be made to fetch a file of this machine or of its network.
    disableFileAccess: true,
    disableUrlAccess: true,
    ...(dialogue && { logger: dialogue, transactionLog: true }),
  })
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
      // Keeps holiday notices from answering.
      headers: { 'Auto-Submitted': 'auto-generated' },
    })
  } finally {
    transport.close()
  }
}
