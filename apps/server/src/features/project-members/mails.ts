import type { Mail } from '#kernel/mail/smtp.ts'

export interface InviteMail {
  project: string
  workspace: string
  inviter: string
  link: string
}

export const addedMail = (to: string, { project, workspace, inviter, link }: InviteMail): Mail => ({
  to,
  subject: `${inviter} added you to ${project} on Cairn`,
  text: `${inviter} added you to the project ${project} in ${workspace}.

Its work items are here:
${link}
`,
  html: '',
})
