import { filtersOfAxis, type ListFilters, type ProjectRow } from '@cairn/contract'
import { useTranslation } from '#data/i18n.ts'
import { useAllProjects } from '#entities/project/hooks.ts'
import { projectLogo } from '#entities/project/project-logo.tsx'
import { Avatar, NoAvatar } from '#ui/people/avatar.tsx'
import { counted } from '#ui/platform/number.ts'
import { DataTable } from './data-table.tsx'
import { useAssigneeRows, useProjectRows } from './hooks.ts'
import { createdPlaceOf, type ListScope, type WorkspaceScope } from './scope.ts'

type Sums = Omit<ProjectRow, 'project_id' | 'project__name'>

const groups = ['backlog', 'started', 'unstarted', 'completed', 'cancelled'] as const

const valuesOf = (row: Sums) => [
  row.backlog_work_items,
  row.started_work_items,
  row.un_started_work_items,
  row.completed_work_items,
  row.cancelled_work_items,
]

/** In the order of the columns. */
const filtersOf = (filters: ListFilters) =>
  groups.map((group) => filtersOfAxis(filters, 'STATE_GROUPS', group))

function useColumns() {
  const { t } = useTranslation()
  return groups.map((key) => ({ key, name: t(`progress.groups.${key}`) }))
}

export function ProjectsTable({ scope }: { scope: WorkspaceScope }) {
  const { t } = useTranslation()
  const projects = useAllProjects(scope.slug)
  const { data } = useProjectRows(scope)
  const columns = useColumns()
  const { filters } = createdPlaceOf(scope)
  return (
    <DataTable
      slug={scope.slug}
      title={(count) => t('analytics.projects', counted(count))}
      of={t('analytics.project')}
      columns={columns}
      rows={data?.map((row) => {
        const project = projects?.find(({ id }) => id === row.project_id)
        return {
          key: row.project_id,
          name: row.project__name,
          picture: project && projectLogo(project),
          values: valuesOf(row),
          filters: filtersOf({ ...filters, project: [row.project_id] }),
        }
      })}
    />
  )
}

export function AssigneesTable({ scope }: { scope: ListScope }) {
  const { t } = useTranslation()
  const { data } = useAssigneeRows(scope)
  const columns = useColumns()
  const { list, filters } = createdPlaceOf(scope)
  return (
    <DataTable
      slug={scope.slug}
      list={list}
      title={(count) => t('analytics.assignees', counted(count))}
      of={t('analytics.assignee')}
      columns={columns}
      rows={data?.map((row) => {
        const { assignee_id: id, display_name, avatar_url: photo } = row
        const name = display_name ?? t('analytics.unassigned')
        return {
          key: id ?? '',
          name,
          picture: id ? (
            <Avatar person={{ id, name, photo }} size={20} tooltip={false} />
          ) : (
            <NoAvatar size={20} label="" />
          ),
          values: valuesOf(row),
          filters: filtersOf(filtersOfAxis(filters, 'ASSIGNEES', id ?? 'none')),
        }
      })}
    />
  )
}
