import { type AuthErrorName, authErrors } from '@cairn/contract'

/** Thrown while signing in; the browser goes back to the gate with the code in the address. */
export class AdminRefused extends Error {
  readonly error: AuthErrorName
  readonly payload: Record<string, string>

  constructor(error: AuthErrorName, payload: Record<string, string> = {}) {
    super(error)
    this.error = error
    this.payload = payload
  }

  get target() {
    const { error, payload } = this
    const code = String(authErrors[error])
    const query = new URLSearchParams({ error_code: code, error_message: error, ...payload })
    return `/god-mode/?${query}`
  }
}
