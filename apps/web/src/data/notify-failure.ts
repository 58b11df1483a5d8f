import { toast } from '#ui/feedback/toast.ts'
import { ApiError, isAnswer } from './api.ts'
import { t } from './i18n.ts'
import { noticeSignedOut } from './query-client.ts'

/** Why a call failed, if the server gave a reason. */
export const sentenceOf = (error: unknown) =>
  error instanceof ApiError ? error.sentence : undefined

/** The text of a failure toast: the reason, or what to do; and details, shown on request. */
export const reasonOf = (error: unknown) => ({
  text: sentenceOf(error) ?? (isAnswer(error) ? t('errors.refused') : undefined),
  details: error instanceof ApiError ? error.details : undefined,
})

/** A reason takes longer to read than "Saved". */
const READING_MS = 10_000

export function notifyFailure(title: string, error: unknown) {
  noticeSignedOut(error)
  toast({ kind: 'error', title, ...reasonOf(error), duration: READING_MS })
}
