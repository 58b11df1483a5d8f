import { type InstanceSettingsPatch, readEmail } from '@cairn/contract'
import type { SettingsDraft } from '#entities/instance-settings/use-settings-draft.ts'

export type MailSecurity = 'tls' | 'ssl' | 'none'

export const mailSecurities: readonly MailSecurity[] = ['tls', 'ssl', 'none']

const flag = (on: boolean) => (on ? '1' : '0')

/** One choice of three on the screen, two switches on the server. */
export const settingsFor = (security: MailSecurity): InstanceSettingsPatch => ({
  EMAIL_USE_TLS: flag(security === 'tls'),
  EMAIL_USE_SSL: flag(security === 'ssl'),
})

export function securityIn({ value }: Pick<SettingsDraft, 'value'>): MailSecurity {
  if (value('EMAIL_USE_SSL') === '1') return 'ssl'
  return value('EMAIL_USE_TLS') === '1' ? 'tls' : 'none'
}

export const isPort = (text: string) => /^[1-9]\d{0,4}$/.test(text) && Number(text) < 65_536

/** `cairn@example.com`, or with a name: `Cairn <cairn@example.com>`. */
export function isSender(text: string): boolean {
  const named = /^[^<>]*<([^<>]+)>$/.exec(text.trim())
  return readEmail(named?.[1] ?? text) !== null
}
