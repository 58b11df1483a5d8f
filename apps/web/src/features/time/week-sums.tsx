import { formatDuration, type WorkLog } from '@cairn/contract'
import { useTranslation } from '#data/i18n.ts'
import { useJoinedProjects } from '#entities/project/hooks.ts'
import { projectLogo } from '#entities/project/project-logo.tsx'
import { StackedBar } from '#ui/feedback/progress.tsx'

const colours = Array.from({ length: 8 }, (_, n) => `var(--chart-${n + 1})`)

/** The week's sum, and the part of each project in it. */
export function WeekSums({ slug, logs }: { slug: string; logs: readonly WorkLog[] }) {
  const { t } = useTranslation()
  const projects = useJoinedProjects(slug)
  const sums = new Map<string, number>()
  for (const { project, duration } of logs) {
    sums.set(project, (sums.get(project) ?? 0) + duration)
  }
  const parts = [...sums]
    .toSorted(([, a], [, b]) => b - a)
    .map(([id, spent], n) => ({
      ...{ id, spent, colour: colours[n % colours.length] ?? '' },
      project: projects?.find((project) => project.id === id),
    }))
  const total = logs.reduce((sum, { duration }) => sum + duration, 0)
  return (
    <div className="mt-3 flex items-center gap-8 max-md:flex-col max-md:items-start max-md:gap-2">
      <p className="min-w-28 shrink-0">
        <span className="sr-only">{t('time.total')}</span>
        <span className="text-display font-semibold tabular-nums">{formatDuration(total)}</span>
      </p>
      {parts.length > 0 && (
        <div className="w-full min-w-0 grow">
          <StackedBar
            label={t('time.by_project')}
            parts={parts.map(({ id, spent, colour, project }) => ({
              ...{ key: id, value: spent, colour },
              label: `${project?.name ?? ''} ${formatDuration(spent)}`,
            }))}
          />
          <ul aria-label={t('time.by_project')} className="mt-2 flex flex-wrap gap-x-4 gap-y-1">
            {parts.map(({ id, spent, project, colour }) => (
              <li key={id} className="flex min-w-0 items-center gap-1.5 text-small">
                <span
                  aria-hidden
                  className="size-2 shrink-0 rounded-full forced-color-adjust-none"
                  style={{ background: colour }}
                />
                {project && projectLogo(project)}
                <span className="truncate text-ink-2">{project?.name}</span>
                <span className="font-medium tabular-nums">{formatDuration(spent)}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
