import type { MailLanguage } from '#kernel/mail/language.ts'
import type { Mail } from '#kernel/mail/smtp.ts'

export interface InviteMail {
  project: string
  workspace: string
  inviter: string
  link: string
}

const words: Record<MailLanguage, (names: InviteMail) => { subject: string; text: string }> = {
  en: ({ project, workspace, inviter, link }) => ({
    subject: `${inviter} added you to ${project} on Cairn`,
    text: `${inviter} added you to the project ${project} in ${workspace}.

Open the project:
${link}
`,
  }),
  de: ({ project, workspace, inviter, link }) => ({
    subject: `${inviter} hat dich zu ${project} auf Cairn hinzugefügt`,
    text: `${inviter} hat dich zum Projekt ${project} in ${workspace} hinzugefügt.

Öffne das Projekt:
${link}
`,
  }),
}

export const addedMail = (to: string, names: InviteMail, language: MailLanguage): Mail => ({
  to,
  ...words[language](names),
  html: '',
})
