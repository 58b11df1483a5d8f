import { type ReactNode, useId } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { Button } from '#ui/controls/button.tsx'

interface BlockProps {
  title: string
  /** Muted text next to the title: the period. */
  note?: string
  children: ReactNode
}

/** A section of the page: heading and content. */
export function Block({ title, note, children }: BlockProps) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="mt-8">
      <div className="mb-3 flex min-h-7 flex-wrap items-baseline gap-x-2">
        <h2 id={id} className="text-body font-semibold">
          {title}
        </h2>
        {note && <span className="text-small text-ink-2">{note}</span>}
      </div>
      {children}
    </section>
  )
}

/** Shown instead of a chart without data. */
export function NoData() {
  const { t } = useTranslation()
  return (
    <p className="grid min-h-50 place-items-center rounded-lg border border-line border-dashed text-ink-2">
      {t('analytics.no_data')}
    </p>
  )
}

export function NotRead({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation()
  return (
    <p className="flex min-h-50 flex-col items-center justify-center gap-3 rounded-lg border border-line text-ink-2">
      {t('analytics.not_loaded')}
      <Button onClick={onRetry}>{t('analytics.retry')}</Button>
    </p>
  )
}
