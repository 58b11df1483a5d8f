import { useTranslation } from '#data/i18n.ts'
import { momentText } from '#ui/dates/own-zone.ts'

/** "Expires Nov 14, 2026 at 09:30", or that it never does. */
export function useExpiryText() {
  const { t } = useTranslation()
  return (expired_at: string | Date | null) => {
    if (expired_at === null) return t('api_tokens.never')
    const end = new Date(expired_at)
    return t('api_tokens.expires', {
      date: momentText(end, 'date'),
      time: momentText(end, 'time'),
    })
  }
}
