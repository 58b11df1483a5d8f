import { useTranslation } from '#data/i18n.ts'

interface SpentBarProps {
  /** In minutes. */
  spent: number
  estimated: number
  /** Of a timer that runs now. */
  running?: number
}

/** Spent time against the estimate, 8 high; what is above the estimate is red. */
export function SpentBar({ spent, estimated, running = 0 }: SpentBarProps) {
  const { t } = useTranslation()
  const whole = Math.max(estimated, spent + running)
  const width = (minutes: number) => `${(Math.max(0, minutes) / whole) * 100}%`
  const within = Math.min(spent, estimated)
  return (
    <span
      role="img"
      aria-label={t('time.share', { percent: Math.round((spent / estimated) * 100) })}
      className="flex h-2 w-full gap-0.5 overflow-hidden rounded-full bg-pressed forced-color-adjust-none"
    >
      {within > 0 && <span className="h-full bg-chart-1" style={{ width: width(within) }} />}
      {spent > estimated && (
        <span className="h-full bg-danger" style={{ width: width(spent - estimated) }} />
      )}
      {running > 0 && <span className="h-full bg-accent-line" style={{ width: width(running) }} />}
    </span>
  )
}
