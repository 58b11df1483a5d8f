import type { Day } from '@cairn/calendar'
import {
  type AnyDistribution,
  type Module,
  type ModulePatch,
  noPoints,
  nothingDistributed,
  type Project,
} from '@cairn/contract'
import { CalendarRange, CircleUserRound, SquareCheck, Triangle, Users, X } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { ProgressSection } from '#entities/progress/progress-section.tsx'
import type { Share, Unit } from '#entities/progress/shares.ts'
import { useHasPoints } from '#entities/progress/use-has-points.ts'
import { SpentRow } from '#entities/time/spent-row.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { PropertyRow } from '#ui/controls/property-pill.tsx'
import { todayHere } from '#ui/dates/own-zone.ts'
import { counted, groupedNumber } from '#ui/platform/number.ts'
import { useModuleDetail } from './hooks.ts'
import { ModuleDates } from './module-dates.tsx'
import { ModuleLinks } from './module-links.tsx'
import { LeadPicker, ModuleMembersPicker } from './module-people.tsx'
import { ModuleStatusTag } from './module-status.tsx'

interface ModuleDetailsProps {
  slug: string
  project: Project
  module: Module
  /** Undefined if read-only. */
  onChange: ((id: string, patch: ModulePatch) => void) | undefined
  onClose: () => void
  onChoose?: (share: Share) => void
  isChosen?: (share: Share) => boolean
}

/** Without dates, or before the start, there is no chart. */
function reasonFor({ start_date, target_date }: Module, today: Day) {
  if (!start_date || !target_date) return 'modules.no_valid_dates'
  return start_date > today ? 'modules.not_active_yet' : undefined
}

/** The details of a module: properties, progress and links. */
export default function ModuleDetails(props: ModuleDetailsProps) {
  const { slug, project, module, onChange, onClose, onChoose, isChosen } = props
  const { t } = useTranslation()
  const [unit, setUnit] = useState<Unit>('issues')
  const { id, name, description, status, lead_id, member_ids, project_id } = module
  const { data: detail } = useModuleDetail({ slug, project_id }, module, project.estimate)
  const hasPoints = useHasPoints(slug, project)
  const shownUnit = hasPoints ? unit : 'issues'
  const numbers = { ...noPoints, ...detail, ...module }
  const done = (completed: number, cancelled: number, total: number) =>
    `${groupedNumber(completed)}/${groupedNumber(total - cancelled)}`
  const change = (patch: ModulePatch) => onChange?.(id, patch)
  const reason = reasonFor(module, todayHere())
  const distribution: AnyDistribution | undefined = detail && {
    ...nothingDistributed,
    ...(shownUnit === 'points' ? detail.estimate_distribution : detail.distribution),
  }

  return (
    <>
      <div className="px-5 pt-3 pb-4">
        <header className="flex min-h-7 items-start gap-2">
          <h2 className="min-w-0 pt-0.5 text-title font-semibold wrap-anywhere">{name}</h2>
          <span className="shrink-0 pt-1">
            <ModuleStatusTag
              status={status}
              onChange={onChange && ((next) => change({ status: next }))}
            />
          </span>
          <span className="ml-auto">
            <IconButton icon={X} label={t('modules.close_details')} onClick={onClose} />
          </span>
        </header>
        {description && (
          <p className="mt-1 whitespace-pre-wrap text-ink-2 wrap-anywhere">{description}</p>
        )}
        <dl className="mt-2 flex flex-col gap-0.5">
          <PropertyRow icon={CalendarRange} label={t('modules.dates')}>
            <ModuleDates
              {...module}
              look="plain"
              align="start"
              onChange={onChange && ((dates) => change(dates))}
            />
          </PropertyRow>
          <PropertyRow icon={CircleUserRound} label={t('modules.lead')}>
            <LeadPicker
              slug={slug}
              project_id={project_id}
              value={lead_id}
              look="plain"
              placeholder={t('modules.no_lead')}
              disabled={!onChange}
              onChange={(lead) => change({ lead_id: lead })}
            />
          </PropertyRow>
          <PropertyRow icon={Users} label={t('modules.members')}>
            <ModuleMembersPicker
              slug={slug}
              project_id={project_id}
              value={member_ids}
              look="plain"
              placeholder={t('modules.no_members')}
              disabled={!onChange}
              onChange={(members) => change({ member_ids: [...members] })}
            />
          </PropertyRow>
          <PropertyRow icon={SquareCheck} label={t('modules.work_items')}>
            <span className="tabular-nums">
              {done(numbers.completed_issues, numbers.cancelled_issues, numbers.total_issues)}
            </span>
            {numbers.cancelled_issues > 0 && (
              <span className="text-ink-3">
                {t('progress.and_cancelled', counted(numbers.cancelled_issues))}
              </span>
            )}
          </PropertyRow>
          {hasPoints && (
            <PropertyRow icon={Triangle} label={t('modules.points')}>
              <span className="tabular-nums">
                {done(
                  numbers.completed_estimate_points,
                  numbers.cancelled_estimate_points,
                  numbers.total_estimate_points,
                )}
              </span>
            </PropertyRow>
          )}
          {project.is_time_tracking_enabled && (
            <SpentRow slug={slug} project_id={project_id} module_id={id} />
          )}
        </dl>
      </div>
      <ProgressSection
        numbers={numbers}
        distribution={distribution}
        unit={shownUnit}
        onUnit={hasPoints ? setUnit : undefined}
        tabKey={`module-analytics-tab-${id}`}
        onChoose={onChoose}
        isChosen={isChosen}
        note={reason && t(reason)}
      />
      <div className="border-t border-line-subtle px-5 pb-6">
        <ModuleLinks
          key={id}
          slug={slug}
          project_id={project_id}
          id={id}
          editable={onChange !== undefined}
        />
      </div>
    </>
  )
}
