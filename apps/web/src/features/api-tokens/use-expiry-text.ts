import { useTranslation } from 'react-i18next'

/** "Expires Nov 14, 2026 at 09:30", or that it never does. */
export function useExpiryText() {
  const { t, i18n } = useTranslation()
  return (expired_at: string | Date | null) => {
    if (expired_at === null) return t('api_tokens.never')
    const end = new Date(expired_at)
    return t('api_tokens.expires', {
      date: end.toLocaleDateString(i18n.language, { dateStyle: 'medium' }),
      time: end.toLocaleTimeString(i18n.language, { timeStyle: 'short', hourCycle: 'h23' }),
    })
  }
}
