import { formatDuration } from '@cairn/contract'
import { Timer } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { PropertyRow } from '#ui/controls/property-pill.tsx'
import { SpentBar } from './spent-bar.tsx'
import { type SumOf, useTimeSpent } from './sums.ts'

/** The time of a project, cycle or module, as a line of its properties. */
export function SpentRow(of: SumOf) {
  const { t } = useTranslation()
  const { data, isError } = useTimeSpent(of)
  return (
    <PropertyRow name="time_spent" icon={Timer} label={t('time.spent')}>
      {isError && !data && <span className="text-ink-3">{t('time.not_loaded')}</span>}
      {data && (
        <span className="tabular-nums">
          {data.estimated
            ? t('time.spent_of', {
                spent: formatDuration(data.spent),
                estimated: formatDuration(data.estimated),
              })
            : formatDuration(data.spent)}
        </span>
      )}
      {data?.estimated && <SpentBar spent={data.spent} estimated={data.estimated} />}
    </PropertyRow>
  )
}
