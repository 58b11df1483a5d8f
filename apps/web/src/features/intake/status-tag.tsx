import { DAY_MS } from '@cairn/calendar'
import {
  ACCEPTED,
  DECLINED,
  DUPLICATE,
  type IntakeItem,
  type IntakeStatus,
  isAsleep,
  PENDING,
  SNOOZED,
} from '@cairn/contract'
import { CircleCheck, CircleX, Clock, Copy, type LucideIcon, TriangleAlert } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { Tag, type Tone } from '#ui/people/badge.tsx'

export const statusNames = {
  [PENDING]: 'pending',
  [DECLINED]: 'declined',
  [SNOOZED]: 'snoozed',
  [ACCEPTED]: 'accepted',
  [DUPLICATE]: 'duplicate',
} as const satisfies Record<IntakeStatus, string>

export const statusIcons: Record<IntakeStatus, LucideIcon> = {
  [PENDING]: TriangleAlert,
  [DECLINED]: CircleX,
  [SNOOZED]: Clock,
  [ACCEPTED]: CircleCheck,
  [DUPLICATE]: Copy,
}

const tones: Record<IntakeStatus, Tone> = {
  [PENDING]: 'warning',
  [DECLINED]: 'danger',
  [SNOOZED]: 'neutral',
  [ACCEPTED]: 'success',
  [DUPLICATE]: 'neutral',
}

interface StatusTagProps {
  item: Pick<IntakeItem, 'status' | 'snoozed_till'>
  /** Most items in a list are pending: there only other statuses are shown. */
  quiet?: boolean
}

/** The status. A snoozed item whose date has passed is pending. */
export function StatusTag({ item, quiet = false }: StatusTagProps) {
  const { t } = useTranslation()
  const now = Date.now()
  const asleep = isAsleep(item, now)
  const status = item.status === SNOOZED && !asleep ? PENDING : item.status
  if (quiet && status === PENDING) return null
  const days = asleep ? Math.ceil((Date.parse(item.snoozed_till ?? '') - now) / DAY_MS) : 0
  return (
    <Tag tone={tones[status]}>
      <Icon of={statusIcons[status]} size={12} />
      {asleep ? t('intake.days_to_go', { count: days }) : t(`intake.status.${statusNames[status]}`)}
    </Tag>
  )
}
