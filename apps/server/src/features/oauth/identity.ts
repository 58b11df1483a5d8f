import { containsUrl, type Provider, readEmail } from '@cairn/contract'
import { isSafeLink } from '#kernel/html/safe-link.ts'

/** The identity returned by a provider. */
export interface Identity {
  provider: Provider
  /** The issuer of the id. */
  issuer: string
  provider_account_id: string
  /** Null unless the provider says that the address is verified. */
  email: string | null
  first_name: string
  last_name: string
  avatar: string
  tokens: Tokens
}

export interface Tokens {
  access_token: string
  refresh_token: string
  id_token: string
  access_token_expired_at: string | null
}

/** Claims of a provider: nothing is known about their types. */
export type Claims = Record<string, unknown>

const MAX_ID_LENGTH = 255
const MAX_NAME_LENGTH = 100
const MAX_LINK_LENGTH = 800

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** The ids of GitHub and GitLab are numbers, those of OpenID Connect are strings. */
export function readId(value: unknown): string {
  const id = typeof value === 'number' ? String(value) : text(value)
  if (!id || id.length > MAX_ID_LENGTH) throw new Error('the provider named no usable account id')
  return id
}

/** Anyone can claim an address; only a verified one may open the account that has it. */
export const provedEmail = (email: unknown, isProved: boolean): string | null =>
  (isProved && readEmail(text(email))) || null

/** As strict as the profile form, but invalid values are dropped instead of refused. */
export function readName(value: unknown): string {
  const name = text(value)
    .replace(/\p{Cc}+/gu, ' ')
    .trim()
  return containsUrl(name) ? '' : name.slice(0, MAX_NAME_LENGTH).trim()
}

export function readAvatar(value: unknown): string {
  const link = isSafeLink(text(value))
  return link && /^https?:/i.test(link) && link.length <= MAX_LINK_LENGTH ? link : ''
}
