import { letter } from '#features/account/service.ts'

export const deactivatedMail = (to: string, origin: string) =>
  letter(to, 'Your Cairn account was deactivated', [
    `The account ${to} was deactivated and all of its sessions were ended.`,
    'It stays closed until an administrator opens it again. If this was not you, tell them.',
    `${origin}/`,
  ])
