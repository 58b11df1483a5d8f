import { HttpError } from '#kernel/http/errors.ts'

/** For `.catch()` behind a service's call: any refusal, said in the contract's words. */
export const refusedAs =
  (answer: () => HttpError) =>
  (error: unknown): never => {
    throw error instanceof HttpError && error.status === 403 ? answer() : error
  }
