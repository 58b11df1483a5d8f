import { lookup } from '@cairn/contract'
import { HttpError } from '#kernel/http/errors.ts'

const refusalIn = (error: unknown) =>
  error instanceof HttpError ? (error.body as Record<string, unknown>) : undefined

/** For `.catch()`: replaces an application error, matched by its message, by the public API's. */
export const inOtherWords =
  (words: Record<string, HttpError>) =>
  (error: unknown): never => {
    const said = refusalIn(error)?.error
    throw (typeof said === 'string' && lookup(words, said)) || error
  }

/** For `.catch()`: renames the fields of an application error to their names here. */
export const underOtherNames =
  (names: Record<string, string>) =>
  (error: unknown): never => {
    const body = refusalIn(error) ?? {}
    const speaksOfThem = Object.keys(body).some((field) => Object.hasOwn(names, field))
    if (!(error instanceof HttpError) || !speaksOfThem) throw error
    const entries = Object.entries(body).map(([field, said]) => [
      lookup(names, field) ?? field,
      said,
    ])
    throw new HttpError(error.status, Object.fromEntries(entries), error.headers, error.index)
  }
