import { durations, type Project } from '@cairn/contract'
import { Briefcase, CalendarDays, ChevronDown } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { projectLogo } from '#entities/project/project-logo.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Combobox } from '#ui/controls/combobox.tsx'
import { Segment } from '#ui/controls/segment.tsx'
import { Select } from '#ui/controls/select.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { counted } from '#ui/platform/number.ts'
import { useSmallScreen } from '#ui/platform/use-small-screen.ts'
import { useDurationText, usePeriodText } from './period-text.ts'
import { periodOf, useAnalyticsChoice } from './scope.ts'

interface AnalyticsFiltersProps {
  slug: string
  /** The user's projects. */
  projects: readonly Project[]
}

/** More names than these would not be read. */
const SHOWN_LIMIT = 2

/** The projects, and the period. */
export function AnalyticsFilters({ slug, projects }: AnalyticsFiltersProps) {
  const { t } = useTranslation()
  const [{ project_ids, duration }, change] = useAnalyticsChoice(slug)
  const small = useSmallScreen()
  const durationText = useDurationText()
  const periodText = usePeriodText()
  const period = periodOf({ slug, project_ids, duration })
  const chosen = projects.filter(({ id }) => project_ids.includes(id))
  const text =
    chosen.length === 0
      ? t('analytics.all_projects')
      : chosen.length <= SHOWN_LIMIT
        ? chosen.map(({ name }) => name).join(', ')
        : t('analytics.projects', counted(chosen.length))
  return (
    <div className="mb-4 flex min-w-0 flex-wrap items-center gap-x-3 gap-y-2">
      {small ? (
        <div className="w-40">
          <Select
            hideLabel
            label={t('analytics.duration')}
            options={durations.map((value) => ({ value, label: durationText(value) }))}
            value={duration}
            onChange={(next) => change({ duration: next })}
          />
        </div>
      ) : (
        <Segment
          label={t('analytics.duration')}
          options={durations.map((value) => ({
            ...{ value, label: t(`analytics.durations_short.${value}`) },
          }))}
          value={duration}
          onChange={(next) => change({ duration: next })}
        />
      )}
      {period && (
        <p className="flex min-w-0 grow items-center gap-2 text-small text-ink-2">
          <Icon of={CalendarDays} size={14} className="shrink-0 text-ink-3" />
          {periodText(period)}
        </p>
      )}
      <Combobox
        multiple
        align="end"
        label={t('analytics.search_projects')}
        options={projects.map((project) => ({
          ...{ value: project.id, label: project.name, hint: project.identifier },
          ...{ icon: projectLogo(project), keywords: project.identifier },
        }))}
        value={[...project_ids]}
        onChange={(ids) => change({ project_ids: ids })}
        trigger={
          <Button
            icon={Briefcase}
            aria-label={t('analytics.of_projects', { text })}
            className="min-w-0 shrink!"
            after={<Icon of={ChevronDown} size={14} className="text-ink-3" />}
          >
            <span className="max-w-56 truncate">{text}</span>
          </Button>
        }
      />
    </div>
  )
}
