import { durations, type Project } from '@cairn/contract'
import { Briefcase, ChevronDown } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { projectLogo } from '#entities/project/project-logo.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Combobox } from '#ui/controls/combobox.tsx'
import { Select } from '#ui/controls/select.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { counted } from '#ui/platform/number.ts'
import { useAnalyticsChoice } from './scope.ts'

interface AnalyticsFiltersProps {
  slug: string
  /** Those one is in. */
  projects: readonly Project[]
}

/** More names than these would not be read. */
const SHOWN_LIMIT = 2

/** Of which projects, and of how long. */
export function AnalyticsFilters({ slug, projects }: AnalyticsFiltersProps) {
  const { t } = useTranslation()
  const [{ project_ids, duration }, change] = useAnalyticsChoice(slug)
  const chosen = projects.filter(({ id }) => project_ids.includes(id))
  const text =
    chosen.length === 0
      ? t('analytics.all_projects')
      : chosen.length <= SHOWN_LIMIT
        ? chosen.map(({ name }) => name).join(', ')
        : t('analytics.projects', counted(chosen.length))
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-2">
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
      <div className="w-40">
        <Select
          hideLabel
          label={t('analytics.duration')}
          options={durations.map((value) => ({ value, label: t(`analytics.durations.${value}`) }))}
          value={duration}
          onChange={(next) => change({ duration: next })}
        />
      </div>
    </div>
  )
}
