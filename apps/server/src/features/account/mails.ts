import { lookup } from '@cairn/contract'
import type { MailLanguage } from '#kernel/mail/language.ts'
import type { Mail } from '#kernel/mail/smtp.ts'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
export const escapeHtml = (text: string) =>
  text.replace(/[&<>"]/g, (letter) => lookup(escapes, letter) ?? '')

const isLink = (paragraph: string) => /^https?:\/\/\S+$/.test(paragraph)

function toHtml(paragraph: string): string {
  const text = escapeHtml(paragraph).replaceAll('\n', '<br>\n')
  return isLink(paragraph) ? `<p><a href="${text}">${text}</a></p>` : `<p>${text}</p>`
}

/** Builds both forms of a mail from one text; a paragraph that is a URL becomes a link. */
export const letter = (to: string, subject: string, paragraphs: readonly string[]): Mail => ({
  to,
  subject,
  text: `${paragraphs.join('\n\n')}\n`,
  html: paragraphs.map(toHtml).join('\n'),
})

interface Words {
  subject: string
  paragraphs: readonly string[]
}

/** The letter in the given language. */
export function letterIn(to: string, language: MailLanguage, words: Record<MailLanguage, Words>) {
  const { subject, paragraphs } = words[language]
  return letter(to, subject, paragraphs)
}

export const emailCodeMail = (to: string, code: string, language: MailLanguage) =>
  letterIn(to, language, {
    en: {
      subject: `${code} confirms your new Cairn address`,
      paragraphs: [
        `Someone wants to use ${to} for their Cairn account. If that's you, enter this code:`,
        code,
        "It works once, for 10 minutes. If it wasn't you, you can ignore this email.",
      ],
    },
    de: {
      subject: `${code} bestätigt deine neue Adresse bei Cairn`,
      paragraphs: [
        `Jemand möchte ${to} für sein Cairn-Konto verwenden. Wenn du das bist, gib diesen Code ein:`,
        code,
        'Er gilt einmal und 10 Minuten lang. Wenn du das nicht warst, kannst du diese E-Mail ignorieren.',
      ],
    },
  })

export const addressTakenMail = (to: string, language: MailLanguage) =>
  letterIn(to, language, {
    en: {
      subject: 'This address already has a Cairn account',
      paragraphs: [
        `Someone who is logged in to Cairn wants to use ${to} for another account. It already has an account, so nothing was changed.`,
        "If that was you, log in with this address instead. If it wasn't you, you can ignore this email.",
      ],
    },
    de: {
      subject: 'Diese Adresse hat schon ein Cairn-Konto',
      paragraphs: [
        `Jemand, der bei Cairn angemeldet ist, möchte ${to} für ein anderes Konto verwenden. Die Adresse hat schon ein Konto, deshalb wurde nichts geändert.`,
        'Wenn du das warst, melde dich stattdessen mit dieser Adresse an. Wenn nicht, kannst du diese E-Mail ignorieren.',
      ],
    },
  })

export const passwordEndedMail = (to: string, language: MailLanguage) =>
  letterIn(to, language, {
    en: {
      subject: 'Your old Cairn password no longer works',
      paragraphs: [
        `You confirmed that ${to} is your address. It wasn't confirmed before, so someone else could have set the account's password.`,
        'The old password, its sessions and its API tokens no longer work. You can set a new password in your account settings.',
      ],
    },
    de: {
      subject: 'Dein altes Cairn-Passwort gilt nicht mehr',
      paragraphs: [
        `Du hast bestätigt, dass ${to} deine Adresse ist. Vorher war sie nicht bestätigt, also könnte jemand anderes das Passwort des Kontos gesetzt haben.`,
        'Das alte Passwort, seine Sitzungen und seine API-Token gelten nicht mehr. In deinen Kontoeinstellungen kannst du ein neues Passwort setzen.',
      ],
    },
  })

export const emailChangedMails = (before: string, after: string, language: MailLanguage) =>
  [before, after].map((to) =>
    letterIn(to, language, {
      en: {
        subject: 'Your Cairn address was changed',
        paragraphs: [
          `You now log in to Cairn as ${after} instead of ${before}.`,
          "If this wasn't you, tell your administrator right away.",
        ],
      },
      de: {
        subject: 'Deine Adresse bei Cairn wurde geändert',
        paragraphs: [
          `Du meldest dich bei Cairn jetzt mit ${after} statt mit ${before} an.`,
          'Wenn du das nicht warst, sag sofort deiner Administration Bescheid.',
        ],
      },
    }),
  )
