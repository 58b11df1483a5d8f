import { lookup } from '@cairn/contract'
import { conflict, HttpError } from '#kernel/http/errors.ts'

type Answer = () => Promise<HttpError> | HttpError

/**
 * For `.catch()` after a service's write: if one of these unique indexes refused it, replaces the
 * application's error by the public API's. The index decides, so of two parallel requests one
 * succeeds and one fails.
 */
export const whereTaken =
  (answers: Record<string, Answer>) =>
  async (error: unknown): Promise<never> => {
    const index = error instanceof HttpError ? error.index : undefined
    const answer = index === undefined ? undefined : lookup(answers, index)
    throw answer ? await answer() : error
  }

/** A repeated import gets the id of the row it created the first time. */
export const alreadyThere = (error: string, id: string | undefined) =>
  conflict({ error, ...(id !== undefined && { id }) })

export const externalTaken = (noun: string, id: string | undefined) =>
  alreadyThere(`${noun} with the same external id and external source already exists`, id)
