import type { Day } from '@cairn/calendar'
import type {
  EpicStatus,
  Health,
  Initiative,
  InitiativeOverview,
  InitiativePatch,
  ProgressCounts,
  Project,
} from '@cairn/contract'
import { Plus, X, Zap } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { PlannedBar, plannedPercent } from '#entities/progress/planned-progress.tsx'
import { useAllProjects, useJoinedProjects, useProjects } from '#entities/project/hooks.ts'
import { projectLogo } from '#entities/project/project-logo.tsx'
import { HealthText } from '#entities/status-update/health.tsx'
import { itemAddress, keyOf } from '#entities/work-item/item-address.ts'
import { usePeople } from '#entities/workspace/hooks.ts'
import { Button } from '#ui/controls/button.tsx'
import { Combobox } from '#ui/controls/combobox.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { shortDate } from '#ui/dates/day.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { Avatar } from '#ui/people/avatar.tsx'
import { groupedNumber } from '#ui/platform/number.ts'
import { Link } from '#ui/router/link.tsx'
import { classNames } from '#ui/theme/class-names.ts'
import { useEpicsOf } from './hooks.ts'

interface ContentsProps {
  slug: string
  initiative: Initiative
  overview: InitiativeOverview | undefined
  /** Missing if the user may only read. */
  onChange: ((patch: InitiativePatch) => void) | undefined
}

type Listed = Pick<EpicStatus, 'id' | 'project_id' | 'name' | 'sequence_id' | 'target_date'> &
  Partial<Pick<EpicStatus, 'health' | 'progress' | 'assignee_ids'>>

/** Its projects, each with its epics below it, then epics of other projects. */
export function InitiativeContents({ slug, initiative, overview, onChange }: ContentsProps) {
  const { t } = useTranslation()
  const all = useAllProjects(slug) ?? []
  const { project_ids, epic_ids } = initiative
  const [asked, setAsked] = useState(false)
  const offered = useOfferedEpics(slug, project_ids, asked)
  const projects = all.filter(({ id }) => project_ids.includes(id)).sort(byTarget)
  const epics = epic_ids.flatMap((id): Listed[] =>
    [overview?.epics.find((one) => one.id === id) ?? offered.find((one) => one.id === id)].filter(
      (one) => one !== undefined,
    ),
  )
  const others = epics.filter(({ project_id }) => !project_ids.includes(project_id))
  const statusOf = (id: string) => overview?.projects.find((one) => one.id === id)
  const removeEpic = (id: string) =>
    onChange && (() => onChange({ epic_ids: epic_ids.filter((one) => one !== id) }))

  const epicRow = (epic: Listed, nested: boolean) => (
    <EpicRow
      key={epic.id}
      slug={slug}
      epic={epic}
      project={all.find(({ id }) => id === epic.project_id)}
      nested={nested}
      onRemove={removeEpic(epic.id)}
    />
  )

  return (
    <section aria-label={t('initiatives.contents')}>
      <div className="mb-2 flex h-7 items-center gap-2">
        <h2 className="text-body font-semibold">{t('initiatives.contents')}</h2>
        <span className="text-ink-3 tabular-nums">
          {groupedNumber(projects.length + epics.length)}
        </span>
        {onChange && (
          <span className="ml-auto">
            <AddContents
              slug={slug}
              initiative={initiative}
              epics={offered}
              onOpen={() => setAsked(true)}
              onChange={onChange}
            />
          </span>
        )}
      </div>
      {projects.length + epics.length === 0 ? (
        <p className="text-ink-3">{t('initiatives.no_contents')}</p>
      ) : (
        <div className="overflow-hidden rounded-lg border border-line">
          <div
            aria-hidden
            className={classNames(columns, 'h-8 bg-sunken text-small text-ink-2 max-md:hidden')}
          >
            <span className="pl-6">{t('initiatives.column.name')}</span>
            <span>{t('initiatives.column.health')}</span>
            <span>{t('initiatives.column.progress')}</span>
            <span className="text-right">{t('initiatives.column.target')}</span>
          </div>
          <ul aria-label={t('initiatives.contents')}>
            {projects.map((project) => (
              <li key={project.id}>
                <ProjectRow
                  slug={slug}
                  project={project}
                  status={statusOf(project.id)}
                  onRemove={
                    onChange &&
                    (() => onChange({ project_ids: project_ids.filter((id) => id !== project.id) }))
                  }
                />
                <ul>
                  {epics
                    .filter(({ project_id }) => project_id === project.id)
                    .map((epic) => epicRow(epic, true))}
                </ul>
              </li>
            ))}
            {others.map((epic) => epicRow(epic, false))}
          </ul>
        </div>
      )}
    </section>
  )
}

/** The earliest target date first. */
export const byTarget = (a: Project, b: Project) =>
  (a.target_date ?? '9999').localeCompare(b.target_date ?? '9999') || a.name.localeCompare(b.name)

const columns =
  'grid grid-cols-[minmax(0,1fr)_112px_176px_64px_20px_24px] items-center gap-3 px-3 max-md:grid-cols-[minmax(0,1fr)_auto_24px]'

interface RowProps {
  name: ReactNode
  health: Health | null
  progress: ProgressCounts | undefined
  target: Day | null
  person: string | null | undefined
  slug: string
  removeLabel: string
  onRemove: (() => void) | undefined
}

function Row({ name, health, progress, target, person, slug, removeLabel, onRemove }: RowProps) {
  const { t } = useTranslation()
  const lead = usePeople(slug).get(person ?? '')
  return (
    <div
      className={classNames(
        columns,
        'group/row min-h-10 border-t border-line-subtle hover:bg-hover max-md:min-h-14',
        // If there is no header above the first one.
        'max-md:[li:first-child>&]:border-0',
      )}
    >
      <span className="flex min-w-0 items-center gap-2">{name}</span>
      <span className="flex text-small max-md:hidden">
        <HealthText health={health} />
      </span>
      <span className="flex items-center gap-2 max-md:w-24">
        {progress && (
          <>
            <PlannedBar counts={progress} />
            <span className="w-9 shrink-0 text-right text-small text-ink-2 tabular-nums">
              {t('progress.percent', { percent: plannedPercent(progress) })}
            </span>
          </>
        )}
      </span>
      <span className="text-right text-small whitespace-nowrap text-ink-2 tabular-nums max-md:hidden">
        {target && shortDate(target)}
      </span>
      <span className="max-md:hidden">{lead && <Avatar person={lead} size={20} />}</span>
      <span className="until-hover group-focus-within/row:opacity-100 group-hover/row:opacity-100">
        {onRemove && <IconButton size="sm" icon={X} label={removeLabel} onClick={onRemove} />}
      </span>
    </div>
  )
}

interface ProjectRowProps {
  slug: string
  project: Project
  status: InitiativeOverview['projects'][number] | undefined
  onRemove: (() => void) | undefined
}

function ProjectRow({ slug, project, status, onRemove }: ProjectRowProps) {
  const { t } = useTranslation()
  const { id, name, target_date, project_lead } = project
  return (
    <Row
      slug={slug}
      name={
        <>
          <Icon of={projectLogo(project)} />
          <Link
            to="/$slug/projects/$projectId/overview/"
            params={{ slug, projectId: id }}
            className="min-w-0 truncate rounded-xs font-medium hover:underline"
          >
            {name}
          </Link>
        </>
      }
      health={status?.health ?? null}
      progress={status?.progress}
      target={target_date}
      person={project_lead}
      removeLabel={t('initiatives.remove_from', { name })}
      onRemove={onRemove}
    />
  )
}

interface EpicRowProps {
  slug: string
  epic: Listed
  project: Project | undefined
  nested: boolean
  onRemove: (() => void) | undefined
}

function EpicRow({ slug, epic, project, nested, onRemove }: EpicRowProps) {
  const { t } = useTranslation()
  const key = project && keyOf(project, epic)
  return (
    <li>
      <Row
        slug={slug}
        name={
          <>
            {nested && <span className="w-5 shrink-0 max-md:w-3" />}
            <Icon of={Zap} size={14} className="shrink-0 text-ink-3" />
            <span className="shrink-0 text-small text-ink-3 tabular-nums max-md:hidden">{key}</span>
            <Link
              to={itemAddress(slug, key ?? '') as string}
              className="min-w-0 truncate rounded-xs hover:underline"
            >
              {epic.name}
            </Link>
          </>
        }
        health={epic.health ?? null}
        progress={epic.progress}
        target={epic.target_date}
        person={epic.assignee_ids?.[0]}
        removeLabel={t('initiatives.remove_from', { name: epic.name })}
        onRemove={onRemove}
      />
    </li>
  )
}

/** Each project needs a separate request. */
const MAX_PROJECTS = 50

/** Epics the user may add: of their projects with epics, those of the initiative first. */
function useOfferedEpics(slug: string, project_ids: readonly string[], asked: boolean) {
  const joined = (useJoinedProjects(slug) ?? []).filter(
    ({ id, is_epic_enabled }) => is_epic_enabled || project_ids.includes(id),
  )
  const isOwn = ({ id }: Project) => project_ids.includes(id)
  const ordered = [...joined.filter(isOwn), ...joined.filter((one) => !isOwn(one))]
  const ids = ordered.slice(0, MAX_PROJECTS).map(({ id }) => id)
  return useEpicsOf(slug, asked ? ids : [])
}

interface AddContentsProps {
  slug: string
  initiative: Initiative
  epics: readonly Listed[]
  onOpen: () => void
  onChange: (patch: InitiativePatch) => void
}

/** One list of both: checked entries belong to the initiative. */
function AddContents({ slug, initiative, epics, onOpen, onChange }: AddContentsProps) {
  const { t } = useTranslation()
  const projects = useProjects(slug) ?? []
  const { project_ids, epic_ids } = initiative
  const isEpic = (id: string) => epics.some((one) => one.id === id) || epic_ids.includes(id)

  function handleChange(ids: string[]) {
    const next = { epics: ids.filter(isEpic), projects: ids.filter((id) => !isEpic(id)) }
    if (next.epics.length !== epic_ids.length) onChange({ epic_ids: next.epics })
    else onChange({ project_ids: next.projects })
  }

  return (
    <Combobox
      multiple
      align="end"
      width={360}
      label={t('initiatives.add_contents')}
      onOpenChange={(open) => open && onOpen()}
      options={[
        ...projects.map((project) => ({
          ...{ value: project.id, label: project.name, hint: project.identifier },
          ...{ icon: projectLogo(project), group: t('initiatives.group.projects') },
        })),
        ...epics.map((epic) => {
          const project = projects.find(({ id }) => id === epic.project_id)
          return {
            ...{ value: epic.id, label: epic.name, icon: Zap },
            ...{ hint: project && keyOf(project, epic), group: t('initiatives.group.epics') },
          }
        }),
      ]}
      value={[...project_ids, ...epic_ids]}
      onChange={handleChange}
      trigger={
        <Button size="sm" variant="ghost" icon={Plus} aria-label={t('initiatives.add_contents')}>
          {t('initiatives.add_short')}
        </Button>
      }
    />
  )
}
