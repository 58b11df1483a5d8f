import { lookup } from '@cairn/contract'
/** Query parameters the server or a link adds to the URL of the account screens. */
export interface AuthSearch {
  email?: string
  error_code?: string
  next_path?: string
  /** After a new password: "True". */
  success?: string
  /** An invitation's link. */
  slug?: string
  invitation_id?: string
  /** An invitation's secret, or a reset link's. */
  token?: string
  uidb64?: string
  first_name?: string
  last_name?: string
  company_name?: string
}

const names = [
  'email',
  'error_code',
  'next_path',
  'success',
  'slug',
  'invitation_id',
  'token',
  'uidb64',
  'first_name',
  'last_name',
  'company_name',
] as const

export function readAuthSearch(search: Record<string, unknown>): AuthSearch {
  const known = names.flatMap((name) => {
    const value = lookup(search, name)
    return typeof value === 'string' ? [[name, value.slice(0, 500)]] : []
  })
  return Object.fromEntries(known) as AuthSearch
}

export type Mode = 'sign_in' | 'sign_up'
export type Step = 'email' | 'password' | 'code'

/** Error codes of a later step: the user returns to it. */
const later: Record<string, [Mode, Step]> = {
  5065: ['sign_in', 'password'],
  5070: ['sign_in', 'password'],
  5020: ['sign_up', 'password'],
  5035: ['sign_up', 'password'],
  5040: ['sign_up', 'password'],
  5080: ['sign_in', 'code'],
  5085: ['sign_in', 'code'],
  5090: ['sign_in', 'code'],
  5095: ['sign_in', 'code'],
  5100: ['sign_in', 'code'],
  5050: ['sign_up', 'code'],
  5055: ['sign_up', 'code'],
  5092: ['sign_up', 'code'],
  5097: ['sign_up', 'code'],
  5102: ['sign_up', 'code'],
}

export const stepAfter = ({ error_code = '', email }: AuthSearch): [Mode, Step] | undefined =>
  email ? lookup(later, error_code) : undefined

export interface InvitationLink {
  slug: string
  id: string
  token: string
}

/** The invitation in the URL. */
export function invitationIn({ slug, invitation_id: id, token }: AuthSearch) {
  return slug && id && token ? { slug, id, token } : undefined
}
