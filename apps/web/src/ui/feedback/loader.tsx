import { useTranslation } from '#data/i18n.ts'
import { Stones } from './stones.tsx'

/** A screen being loaded: the three stones, one after the other. */
export function Loader({ size = 32 }: { size?: number }) {
  const { t } = useTranslation()
  return (
    <div role="status" className="grid h-full min-h-24 w-full place-items-center">
      <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true">
        <Stones className="animate-[stone_1.4s_ease-in-out_infinite] motion-reduce:animate-none" />
      </svg>
      <span className="sr-only">{t('ui.loading')}</span>
    </div>
  )
}
