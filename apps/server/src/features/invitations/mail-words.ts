import type { MailLanguage } from '#kernel/mail/language.ts'

interface Words {
  subject: (inviter: string, workspace: string) => string
  sentence: (inviter: string, workspace: string) => string
  projects: (count: number) => string
  open: string
  end: (email: string) => string
}

export const invitationWords: Record<MailLanguage, Words> = {
  en: {
    subject: (inviter, workspace) => `${inviter} invited you to ${workspace} on Cairn`,
    sentence: (inviter, workspace) => `${inviter} invited you to join ${workspace} on Cairn.`,
    projects: (count) => `You'll join ${count > 1 ? 'these projects' : 'this project'}`,
    open: 'Open this link to join or decline:',
    end: (email) =>
      `The link is for ${email} and expires in 7 days. If you don't recognize this invitation, ignore this email.`,
  },
  de: {
    subject: (inviter, workspace) => `${inviter} hat dich zu ${workspace} auf Cairn eingeladen`,
    sentence: (inviter, workspace) =>
      `${inviter} hat dich eingeladen, bei ${workspace} auf Cairn mitzumachen.`,
    projects: (count) => `Du kommst in ${count > 1 ? 'diese Projekte' : 'dieses Projekt'}`,
    open: 'Öffne diesen Link, um beizutreten oder abzulehnen:',
    end: (email) =>
      `Der Link ist für ${email} und gilt 7 Tage. Wenn du mit dieser Einladung nichts anfangen kannst, ignoriere diese E-Mail.`,
  },
}
