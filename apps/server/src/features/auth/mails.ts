import { letterIn } from '#features/account/service.ts'
import type { MailLanguage } from '#kernel/mail/language.ts'

export const codeMail = (to: string, code: string, language: MailLanguage) =>
  letterIn(to, language, {
    en: {
      subject: `${code} is your Cairn login code`,
      paragraphs: [
        `Use this code to log in as ${to}:`,
        code,
        "It works once, for 10 minutes. If you didn't ask for it, you can ignore this email.",
      ],
    },
    de: {
      subject: `${code} ist dein Anmeldecode für Cairn`,
      paragraphs: [
        `Melde dich mit diesem Code als ${to} an:`,
        code,
        'Er gilt einmal und 10 Minuten lang. Wenn du ihn nicht angefordert hast, kannst du diese E-Mail ignorieren.',
      ],
    },
  })

export const resetMail = (to: string, link: string, language: MailLanguage) =>
  letterIn(to, language, {
    en: {
      subject: 'Choose a new Cairn password',
      paragraphs: [
        `Someone asked for a new password for ${to}. If that was you, open this link within an hour:`,
        link,
        "It works once. If it wasn't you, you can ignore this email; your password stays the same.",
      ],
    },
    de: {
      subject: 'Wähle ein neues Passwort für Cairn',
      paragraphs: [
        `Jemand hat ein neues Passwort für ${to} angefordert. Wenn du das warst, öffne innerhalb einer Stunde diesen Link:`,
        link,
        'Er gilt einmal. Wenn du das nicht warst, kannst du diese E-Mail ignorieren; dein Passwort bleibt, wie es ist.',
      ],
    },
  })

export const closedMail = (to: string, language: MailLanguage) =>
  letterIn(to, language, {
    en: {
      subject: 'Your Cairn account is deactivated',
      paragraphs: [
        `Someone asked for a new password for ${to}. The account is deactivated, so its password can't be changed.`,
        'An administrator can reactivate it.',
      ],
    },
    de: {
      subject: 'Dein Cairn-Konto ist deaktiviert',
      paragraphs: [
        `Jemand hat ein neues Passwort für ${to} angefordert. Das Konto ist deaktiviert, deshalb lässt sich sein Passwort nicht ändern.`,
        'Die Administration kann es wieder aktivieren.',
      ],
    },
  })

export const guessedMail = (to: string, tries: number, language: MailLanguage) =>
  letterIn(to, language, {
    en: {
      subject: 'Someone is trying to guess your Cairn password',
      paragraphs: [
        `${tries} wrong passwords were entered for ${to}. Further attempts have to wait longer each time, except in browsers and networks you've logged in from before.`,
        "If it was you, request a login code or reset your password. If it wasn't, choose a password you don't use anywhere else.",
      ],
    },
    de: {
      subject: 'Jemand versucht, dein Cairn-Passwort zu erraten',
      paragraphs: [
        `Für ${to} wurden ${tries} falsche Passwörter eingegeben. Weitere Versuche müssen jedes Mal länger warten, außer in Browsern und Netzen, in denen du dich schon angemeldet hast.`,
        'Wenn du das warst, fordere einen Anmeldecode an oder setze dein Passwort zurück. Wenn nicht, wähle ein Passwort, das du nirgends sonst verwendest.',
      ],
    },
  })
