/** What the server or a link puts behind the address of the account screens. */
export interface AuthSearch {
  email?: string
  error_code?: string
  next_path?: string
  first_name?: string
  last_name?: string
  company_name?: string
}

const names = [
  'email',
  'error_code',
  'next_path',
  'first_name',
  'last_name',
  'company_name',
] as const

export function readAuthSearch(search: Record<string, unknown>): AuthSearch {
  const known = names.flatMap((name) => {
    const value = search[name]
    return typeof value === 'string' ? [[name, value.slice(0, 500)]] : []
  })
  return Object.fromEntries(known) as AuthSearch
}

export type Mode = 'sign_in' | 'sign_up'

/** Codes that came from the password step: that is where the person was. */
const passwordStep: Record<string, Mode> = {
  5065: 'sign_in',
  5070: 'sign_in',
  5020: 'sign_up',
  5035: 'sign_up',
  5040: 'sign_up',
}

export const stepAfter = ({ error_code = '', email }: AuthSearch): Mode | undefined =>
  email ? passwordStep[error_code] : undefined
