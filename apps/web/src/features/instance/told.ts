import { ApiError } from '#data/api.ts'
import { toast } from '#ui/toast.ts'

/** Why a call failed, as far as the server said. */
export const sentenceOf = (error: unknown) =>
  error instanceof ApiError ? error.sentence : undefined

export const tellFailure = (title: string, error: unknown) =>
  void toast({ kind: 'error', title, text: sentenceOf(error) })
