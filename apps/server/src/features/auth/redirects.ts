import { type AuthErrorName, authErrors, readNextPath } from '@cairn/contract'

/** Thrown inside a form post; its route responds with a redirect that carries the code. */
export class AuthError extends Error {
  readonly error: AuthErrorName
  readonly payload: Record<string, string>

  constructor(error: AuthErrorName, payload: Record<string, string> = {}) {
    super(error)
    this.error = error
    this.payload = payload
  }
}

export const authErrorBody = ({ error, payload }: AuthError) => ({
  error_code: authErrors[error],
  error_message: error,
  ...payload,
})

/** The screen to return to, with the error and what was typed (never the password). */
export function errorTarget(screen: string, { error, payload }: AuthError, next_path?: string) {
  const query = new URLSearchParams({
    error_code: String(authErrors[error]),
    error_message: error,
    ...payload,
  })
  const next = readNextPath(next_path)
  if (next) query.set('next_path', next)
  return `${screen}?${query}`
}
