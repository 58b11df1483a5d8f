import type { ReactNode } from 'react'
import { ApiError } from '#data/api.ts'
import { useTranslation } from '#data/i18n.ts'
import { useAuthSentence } from '#entities/sign-in/auth-error-banner.tsx'

/** The message of a failed call: the text of its code, else the server's message. */
export function useProblemOf() {
  const { t } = useTranslation()
  const sentenceFor = useAuthSentence()
  return (error: unknown, email = ''): ReactNode => {
    const { body, sentence } =
      error instanceof ApiError ? error : { body: null, sentence: undefined }
    const { error_code } = (body ?? {}) as { error_code?: number }
    if (error_code) return sentenceFor(String(error_code), email)
    return sentence ?? t('errors.something_wrong')
  }
}
