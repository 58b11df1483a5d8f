import { letterIn } from '#features/account/service.ts'
import type { MailLanguage } from '#kernel/mail/language.ts'

export const deactivatedMail = (to: string, origin: string, language: MailLanguage) =>
  letterIn(to, language, {
    en: {
      subject: 'Your Cairn account was deactivated',
      paragraphs: [
        `The account ${to} was deactivated and logged out everywhere.`,
        "An administrator can reactivate it. If this wasn't you, tell them.",
        `${origin}/`,
      ],
    },
    de: {
      subject: 'Dein Cairn-Konto wurde deaktiviert',
      paragraphs: [
        `Das Konto ${to} wurde deaktiviert und überall abgemeldet.`,
        'Die Administration kann es wieder aktivieren. Wenn du das nicht warst, sag ihr Bescheid.',
        `${origin}/`,
      ],
    },
  })
