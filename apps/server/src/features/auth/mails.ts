import { letter } from '#features/account/service.ts'

export const codeMail = (to: string, code: string) =>
  letter(to, `${code} is your Cairn sign-in code`, [
    `Use this code to sign in as ${to}:`,
    code,
    'It works once, within 10 minutes. If you did not ask for it, you can ignore this email.',
  ])

export const resetMail = (to: string, link: string) =>
  letter(to, 'Choose a new Cairn password', [
    `Someone asked for a new password for ${to}. If that was you, open this link within an hour:`,
    link,
    'It works once. If it was not you, you can ignore this email; your password stays the same.',
  ])

export const closedMail = (to: string) =>
  letter(to, 'Your Cairn account is deactivated', [
    `Someone asked for a new password for ${to}. The account is deactivated, so its password cannot be changed.`,
    'An administrator of this Cairn can open it again.',
  ])
