import { HttpError } from '#kernel/http/errors.ts'

/** For `.catch()` after a service call: replaces a 403 by the contract's error. */
export const refusedAs =
  (answer: () => HttpError) =>
  (error: unknown): never => {
    throw error instanceof HttpError && error.status === 403 ? answer() : error
  }
