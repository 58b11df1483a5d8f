import { letter } from '#features/account/service.ts'

export const codeMail = (to: string, code: string) =>
  letter(to, `${code} is your Cairn sign-in code`, [
    `Use this code to sign in as ${to}:`,
    code,
    'It works once, within 10 minutes. If you did not ask for it, nothing has to be done.',
  ])

export const resetMail = (to: string, link: string) =>
  letter(to, 'Choose a new Cairn password', [
    `Somebody asked for a new password for ${to}. If that was you, open this link within an hour:`,
    link,
    'It works once. If it was not you, nothing has to be done; the old password stays.',
  ])

export const closedMail = (to: string) =>
  letter(to, 'Your Cairn account is deactivated', [
    `Somebody asked for a new password for ${to}. The account is deactivated, so there is none to choose.`,
    'An administrator of this Cairn can open it again.',
  ])
