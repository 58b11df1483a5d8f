import type { ReactNode } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { classNames } from '../theme/class-names.ts'

interface SkeletonProps {
  width?: number | string
  height?: number
  className?: string
}

/** One gray bar in place of the coming content. */
export function Skeleton({ width = '100%', height = 10, className }: SkeletonProps) {
  return (
    <span
      style={{ width, height, borderRadius: height / 2 }}
      className={classNames('pulse block shrink-0 bg-hover', className)}
    />
  )
}

/** Around a page's skeletons: invisible for 150 ms, so that fast responses never flash gray. */
export function SkeletonGroup({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  return (
    <div role="status" data-late="" className="animate-[late_1ms_150ms_backwards]">
      <span className="sr-only">{t('ui.loading')}</span>
      <div aria-hidden>{children}</div>
    </div>
  )
}
