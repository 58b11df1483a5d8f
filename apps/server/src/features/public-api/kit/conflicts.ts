import { lookup } from '@cairn/contract'
import { conflict, HttpError } from '#kernel/http/errors.ts'

type Answer = () => Promise<HttpError> | HttpError

/**
 * For `.catch()` behind a service's write: where one of these unique indexes refused it, the public
 * API's answer in place of the application's. The index decides, so two at once get one yes and one no.
 */
export const whereTaken =
  (answers: Record<string, Answer>) =>
  async (error: unknown): Promise<never> => {
    const index = error instanceof HttpError ? error.index : undefined
    const answer = index === undefined ? undefined : lookup(answers, index)
    throw answer ? await answer() : error
  }

/** An import that runs again learns which row it made the first time. */
export const alreadyThere = (error: string, id: string | undefined) =>
  conflict({ error, ...(id !== undefined && { id }) })

export const externalTaken = (noun: string, id: string | undefined) =>
  alreadyThere(`${noun} with the same external id and external source already exists`, id)
