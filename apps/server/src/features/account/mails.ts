import { lookup } from '@cairn/contract'
import type { Mail } from '#kernel/mail/smtp.ts'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const escapeHtml = (text: string) =>
  text.replace(/[&<>"]/g, (letter) => lookup(escapes, letter) ?? '')

const isLink = (paragraph: string) => /^https?:\/\/\S+$/.test(paragraph)

function toHtml(paragraph: string): string {
  const text = escapeHtml(paragraph).replaceAll('\n', '<br>\n')
  return isLink(paragraph) ? `<p><a href="${text}">${text}</a></p>` : `<p>${text}</p>`
}

/** One text for both forms of a mail; a paragraph that is an address becomes a link. */
export const letter = (to: string, subject: string, paragraphs: readonly string[]): Mail => ({
  to,
  subject,
  text: `${paragraphs.join('\n\n')}\n`,
  html: paragraphs.map(toHtml).join('\n'),
})

export const emailCodeMail = (to: string, code: string) =>
  letter(to, `${code} confirms your new Cairn address`, [
    `Someone wants to use ${to} for their Cairn account. If that is you, enter this code:`,
    code,
    'It works once, within 10 minutes. If it was not you, you can ignore this email.',
  ])

export const addressTakenMail = (to: string) =>
  letter(to, 'This address already has a Cairn account', [
    `Someone who is logged in to Cairn wants to use ${to} for another account. It already has an account, so nothing was changed.`,
    'If that was you, log in with this address instead. If it was not you, you can ignore this email.',
  ])

export const passwordEndedMail = (to: string) =>
  letter(to, 'Your old Cairn password no longer works', [
    `You have proved that ${to} is your address. This had not been proved before, so someone else could have chosen the account’s password.`,
    'Therefore the password chosen before, the sessions opened with it and its API tokens have ended. Unless you have just chosen a new password, you can do so in your account settings.',
  ])

export const emailChangedMails = (before: string, after: string) =>
  [before, after].map((to) =>
    letter(to, 'Your Cairn address was changed', [
      `The account that signed in as ${before} now signs in as ${after}.`,
      'If this was not you, tell an administrator of this Cairn at once.',
    ]),
  )
