import { lookup } from '@cairn/contract'

/** What nodemailer adds to an error; `originalCode` is the socket's own. */
interface SmtpError extends Error {
  code?: string
  originalCode?: string
  command?: string
  responseCode?: number
}

/** An address or subject with line breaks, which would add headers to the message. */
export class HeaderRefused extends Error {
  override name = 'HeaderRefused'
}

/** Without a sender, servers take the mail for a bounce and many drop it. */
export class SenderMissing extends Error {
  override name = 'SenderMissing'
}

const authenticationNeeded = new Set([530, 534, 535, 538])
const unreachable = new Set(['ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTUNREACH', 'ENETDOWN'])

const isAbout = (command: string, { code, message, command: at }: SmtpError) =>
  code === 'EENVELOPE' && (at === command || message.startsWith(lookup(invalid, command) ?? '?'))

// Refused by nodemailer itself, before the server was asked.
const invalid: Record<string, string> = {
  'MAIL FROM': 'Invalid sender',
  'RCPT TO': 'Invalid recip',
}

/** The message an admin sees when a mail could not be sent. */
export function describeSmtpError(error: unknown): string {
  const smtp = error as SmtpError
  const { code = '', originalCode = code, responseCode = 0 } = smtp
  if (error instanceof HeaderRefused) return 'Invalid email header.'
  if (code === 'EAUTH' || code === 'ENOAUTH' || authenticationNeeded.has(responseCode)) {
    return 'Invalid credentials provided'
  }
  if (originalCode === 'ECONNREFUSED') return 'Could not connect with the SMTP server.'
  if (error instanceof SenderMissing || isAbout('MAIL FROM', smtp))
    return 'From address is invalid.'
  if (isAbout('RCPT TO', smtp)) return 'All recipient addresses were refused.'
  if (code === 'ETIMEDOUT' || originalCode === 'ETIMEDOUT') {
    return 'Timeout error while trying to connect to the SMTP server.'
  }
  if (code === 'EDNS' || unreachable.has(originalCode)) {
    return 'Network connection error. Please check your internet connection.'
  }
  if (code === 'ECONNECTION' || originalCode === 'ECONNRESET' || originalCode === 'EPIPE') {
    return 'SMTP server disconnected unexpectedly.'
  }
  return 'Could not send email. Please check your configuration'
}

/** Whether no retry and no other setting can deliver this mail. */
export function isHopeless(error: unknown): boolean {
  if (error instanceof HeaderRefused) return true
  const smtp = error as SmtpError
  const { responseCode = 500 } = smtp
  return isAbout('RCPT TO', smtp) && responseCode >= 500 && !authenticationNeeded.has(responseCode)
}

/** Whether the error concerns this mail only. If not, the next mails would fail in the same way. */
export const isAboutOneMail = (error: unknown): boolean =>
  error instanceof HeaderRefused ||
  isAbout('RCPT TO', error as SmtpError) ||
  (error as SmtpError).code === 'EMESSAGE'
