import type { ReactNode } from 'react'
import { ApiError } from '#data/api.ts'
import { useTranslation } from '#data/i18n.ts'
import { useAuthSentence } from '#entities/sign-in/auth-error-banner.tsx'

/** The server's error: a code with a text here, or its own message. */
export function useProblem() {
  const { t } = useTranslation()
  const sentenceOf = useAuthSentence()
  return (error: unknown): ReactNode => {
    if (!(error instanceof ApiError)) return t('errors.something_wrong')
    const { error_code } = (error.body ?? {}) as { error_code?: number }
    if (error_code) return sentenceOf(String(error_code))
    return error.sentence ?? t('errors.something_wrong')
  }
}
