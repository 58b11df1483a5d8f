import { CircleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { Button } from '../controls/button.tsx'
import { Icon } from '../icons/icon.tsx'

interface NotReadProps {
  /** What could not be loaded. */
  children: ReactNode
  onRetry: () => void
}

/** Shown instead of a list that failed to load: the error and a retry button. */
export function NotRead({ children, onRetry }: NotReadProps) {
  const { t } = useTranslation()
  return (
    <div
      role="alert"
      className="flex flex-col items-center gap-3 px-6 py-12 text-center text-ink-2"
    >
      <Icon of={CircleAlert} size={20} className="text-danger" />
      <p>{children}</p>
      <Button onClick={onRetry}>{t('common.try_again')}</Button>
    </div>
  )
}
