import { type Cycle, type CycleStatus, cycleStatus } from '@cairn/contract'
import { useTranslation } from '#data/i18n.ts'
import { Tag, type Tone } from '#ui/people/badge.tsx'

const tones: Record<CycleStatus, Tone> = {
  CURRENT: 'warning',
  UPCOMING: 'info',
  COMPLETED: 'success',
  DRAFT: 'neutral',
}

export const statusNow = (cycle: Cycle) => cycleStatus(cycle, Date.now())

export function StatusTag({ cycle }: { cycle: Cycle }) {
  const { t } = useTranslation()
  const status = statusNow(cycle)
  return <Tag tone={tones[status]}>{t(`cycles.statuses.${status}`)}</Tag>
}
