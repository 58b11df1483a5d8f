import { ApiError } from '#data/api.ts'
import type { TextKey } from '#data/i18n.ts'

/**
 * Without this nothing can be shown; `said` is the key of the message that names what is missing.
 */
export class LoadFailure extends ApiError {
  readonly said: TextKey

  constructor({ status, body, sentence }: ApiError, said: TextKey) {
    super(status, body, sentence)
    this.name = 'LoadFailure'
    this.said = said
  }
}

/**
 * For `catch`: names what could not be loaded. Not for signed-out users; a missing response has its
 * own screen.
 */
export const orSay = (said: TextKey) => (error: unknown) => {
  const named = error instanceof ApiError && error.status !== 401 && error.status !== 0
  throw named ? new LoadFailure(error, said) : error
}
