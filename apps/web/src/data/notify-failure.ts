import { toast } from '#ui/feedback/toast.ts'
import { ApiError } from './api.ts'
import { noticeSignedOut } from './query-client.ts'

/** Why a call failed, as far as the server said. */
export const sentenceOf = (error: unknown) =>
  error instanceof ApiError ? error.sentence : undefined

/** A reason takes longer to read than "Saved". */
const READING_MS = 10_000

export function notifyFailure(title: string, error: unknown) {
  noticeSignedOut(error)
  toast({ kind: 'error', title, text: sentenceOf(error), duration: READING_MS })
}
