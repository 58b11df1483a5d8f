import { type Cycle, isTransferred, noPoints, type Project, scopeOf } from '@cairn/contract'
import { CalendarRange, CircleUserRound, SquareCheck, Triangle, Users, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import {
  areDaysFree,
  type ProjectRef,
  useAnalytics,
  useChangeCycle,
  useDays,
  useProgress,
} from '#entities/cycle/hooks.ts'
import { FavoriteStar } from '#entities/favorite/favorite-star.tsx'
import { ProgressSection } from '#entities/progress/progress-section.tsx'
import type { Share, Unit } from '#entities/progress/shares.ts'
import { useHasPoints } from '#entities/progress/use-has-points.ts'
import { isWritable } from '#entities/project/hooks.ts'
import { SpentRow } from '#entities/time/spent-row.tsx'
import { usePeople } from '#entities/workspace/hooks.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { PropertyRow } from '#ui/controls/property-pill.tsx'
import type { DayRange } from '#ui/dates/date-range-picker.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Avatar } from '#ui/people/avatar.tsx'
import { AvatarGroup } from '#ui/people/avatar-group.tsx'
import { Chip } from '#ui/people/badge.tsx'
import { counted, groupedNumber } from '#ui/platform/number.ts'
import { CycleDatesField } from './cycle-dates-field.tsx'
import { offsetOf, useOwnDays } from './cycle-days.tsx'
import { StatusTag, statusNow } from './cycle-status.tsx'
import { recordedChart } from './recorded-chart.ts'
import { daysOf, useTakenDays } from './taken-days.ts'

export interface CyclePanelProps {
  slug: string
  project: Project
  cycle: Cycle
  favorite?: { marked: boolean; onToggle: () => void }
  onClose: () => void
  /** Toggles the filter of the list next to it; missing if there is no list. */
  onChoose?: (share: Share) => void
  isChosen?: (share: Share) => boolean
}

/** The details of a cycle, next to its list or next to the list of cycles. */
export default function CyclePanel(props: CyclePanelProps) {
  const { slug, project, cycle, favorite, onClose, onChoose, isChosen } = props
  const { t } = useTranslation()
  const people = usePeople(slug)
  const place = { slug, project_id: project.id }
  const owner = people.get(cycle.owned_by_id ?? '')
  const members = cycle.assignee_ids.flatMap((id) => people.get(id) ?? [])
  const progress = useProgress(place, cycle.id)
  const numbers = { ...noPoints, ...progress, ...countsOf(cycle) }
  const hasPoints = useHasPoints(slug, project)
  const started = cycle.start_date !== null && Date.parse(cycle.start_date) <= Date.now()
  const over = statusNow(cycle) === 'COMPLETED'

  return (
    <>
      <div className="px-5 pt-3 pb-4">
        <div className="flex min-h-7 items-start gap-2">
          <h2 className="min-w-0 pt-0.5 text-title font-semibold break-words">{cycle.name}</h2>
          <span className="pt-1">
            <StatusTag cycle={cycle} />
          </span>
          <span className="ml-auto flex shrink-0 items-center gap-1">
            {favorite && <FavoriteStar name={cycle.name} {...favorite} />}
            <IconButton icon={X} label={t('cycles.close_details')} onClick={onClose} />
          </span>
        </div>
        {cycle.description && (
          <p className="mt-1 text-ink-2 break-words whitespace-pre-line">{cycle.description}</p>
        )}
        <dl className="mt-2 flex flex-col gap-0.5">
          <PropertyRow icon={CalendarRange} label={t('cycles.dates')}>
            <Dates place={place} project={project} cycle={cycle} />
          </PropertyRow>
          <PropertyRow icon={CircleUserRound} label={t('cycles.lead')}>
            {owner && (
              <>
                <Avatar person={owner} size={20} tooltip={false} />
                <span className="min-w-0 truncate">{owner.name}</span>
              </>
            )}
          </PropertyRow>
          <PropertyRow icon={Users} label={t('cycles.members')}>
            {members.length > 0 ? (
              <AvatarGroup people={members} />
            ) : (
              <span className="text-ink-3">{t('cycles.no_members')}</span>
            )}
          </PropertyRow>
          <PropertyRow icon={SquareCheck} label={t('cycles.items')}>
            <span className="tabular-nums">
              {groupedNumber(cycle.completed_issues)}/{groupedNumber(scopeOf(cycle))}
            </span>
            {cycle.cancelled_issues > 0 && (
              <span className="text-ink-3">
                {t('progress.and_cancelled', counted(cycle.cancelled_issues))}
              </span>
            )}
          </PropertyRow>
          {hasPoints && !over && (
            <PropertyRow icon={Triangle} label={t('cycles.points')}>
              <span className="tabular-nums">
                {groupedNumber(numbers.completed_estimate_points)}/
                {groupedNumber(numbers.total_estimate_points - numbers.cancelled_estimate_points)}
              </span>
            </PropertyRow>
          )}
          {project.is_time_tracking_enabled && <SpentRow {...place} cycle_id={cycle.id} />}
        </dl>
      </div>
      <Progress
        key={cycle.id}
        place={place}
        cycle={cycle}
        numbers={numbers}
        hasPoints={hasPoints && !isTransferred(cycle)}
        started={started}
        onChoose={onChoose}
        isChosen={isChosen}
      />
    </>
  )
}

const countsOf = (cycle: Cycle) => ({
  total_issues: cycle.total_issues,
  backlog_issues: cycle.backlog_issues,
  unstarted_issues: cycle.unstarted_issues,
  started_issues: cycle.started_issues,
  completed_issues: cycle.completed_issues,
  cancelled_issues: cycle.cancelled_issues,
})

interface ProgressProps extends Pick<CyclePanelProps, 'cycle' | 'onChoose' | 'isChosen'> {
  place: ProjectRef
  numbers: Parameters<typeof ProgressSection>[0]['numbers']
  hasPoints: boolean
  started: boolean
}

function Progress({ place, cycle, hasPoints, started, ...rest }: ProgressProps) {
  const { t } = useTranslation()
  const [unit, setUnit] = useState<Unit>('issues')
  const counted = hasPoints ? unit : 'issues'
  const analytics = useAnalytics(place, cycle, counted)
  const days = useDays(place, cycle)
  return (
    <ProgressSection
      {...rest}
      unit={counted}
      onUnit={hasPoints ? setUnit : undefined}
      distribution={
        analytics && {
          ...analytics,
          completion_chart: recordedChart(cycle, days, counted, analytics.completion_chart),
        }
      }
      tabKey={`cycle-analytics-tab-${cycle.id}`}
      note={started ? undefined : t('cycles.no_data')}
    />
  )
}

/** Selected days are saved if no other cycle has them. */
function Dates({ place, project, cycle }: { place: ProjectRef; project: Project; cycle: Cycle }) {
  const { taken, overlapText } = useTakenDays(place, cycle)
  const ownDays = useOwnDays()
  const change = useChangeCycle(place)
  const editable = isWritable(project) && !cycle.archived_at && statusNow(cycle) !== 'COMPLETED'

  async function handleChange({ start, end }: DayRange) {
    const { id } = cycle
    const days = { start_date: start, end_date: end }
    if (start && end) {
      const asked = { start_date: start, end_date: end, cycle_id: id }
      const free = await areDaysFree(place, asked).catch(() => true)
      if (!free) return void toast({ kind: 'error', title: overlapText({ start, end }) })
    }
    change.mutate({ id, patch: days })
  }

  return (
    <>
      <CycleDatesField
        look="plain"
        value={daysOf(cycle)}
        taken={taken}
        hint={ownDays(cycle)}
        onChange={editable ? (days) => void handleChange(days) : undefined}
      />
      {project.timezone !== 'UTC' && cycle.start_date && <Chip>{offsetOf(cycle)}</Chip>}
    </>
  )
}
