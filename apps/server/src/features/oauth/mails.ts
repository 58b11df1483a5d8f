import { letter } from '#features/account/service.ts'

export const passwordEndedMail = (to: string) =>
  letter(to, 'Your old Cairn password no longer works', [
    `You signed in as ${to} through a provider that knows the address is yours. Nobody had shown that before, so somebody else could have chosen the account’s password.`,
    'Therefore that password, the sessions opened with it and its API tokens have ended. You can choose a new password in your account settings.',
  ])
