import {
  type Cycle,
  cycleStatus,
  type Label,
  labelsApi,
  type Module,
  type Priority,
  type Project,
  priorities,
  readableTime,
  type State,
  stateGroups,
  statesApi,
} from '@cairn/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Boxes, Circle, CircleDashed, User } from 'lucide-react'
import { useMemo } from 'react'
import { call } from '#data/api.ts'
import { useTranslation } from '#data/i18n.ts'
import { useMe } from '#entities/account/hooks.ts'
import { CycleIcon } from '#entities/cycle/cycle-icon.tsx'
import { useLabelList } from '#entities/label/hooks.ts'
import { useAllProjects } from '#entities/project/hooks.ts'
import { projectLogo } from '#entities/project/project-logo.tsx'
import { useStates } from '#entities/state/hooks.ts'
import { inOrder } from '#entities/state/state-order.ts'
import { stateIcon } from '#entities/state/state-picture.tsx'
import type { NewItem } from '#entities/work-item/item-patch.ts'
import { usePeople } from '#entities/workspace/hooks.ts'
import type { IconLike } from '#ui/icons/icon.tsx'
import { PriorityIcon } from '#ui/icons/priority-icon.tsx'
import { StateIcon } from '#ui/icons/state-icon.tsx'
import { Avatar, type Person } from '#ui/people/avatar.tsx'
import { Dot } from '#ui/people/badge.tsx'
import { ALL, NONE } from './grouped-items.ts'
import { type ListContext, projectOf, teamProjectsOf } from './list-context.ts'
import type { GroupBy } from './list-settings.ts'
import { type Plans, usePlans } from './use-plans.ts'

/** What a new item in a group has from it; null: none can be made there. */
export type GroupPayload = (Partial<NewItem> & { project_id?: string }) | null

export interface ListGroup {
  id: string
  title: string
  icon: IconLike
  payload: GroupPayload
  /** Why nothing is moved into it. */
  refuses?: string
}

/** Everything rows and groups are drawn with, by id. */
export interface ListVocabulary {
  /** In the order of pickers; of every project where the list is across projects. */
  states: readonly State[]
  stateById: ReadonlyMap<string, State>
  labels: ReadonlyMap<string, Label>
  people: ReadonlyMap<string, Person>
  projects: ReadonlyMap<string, Project>
  cycles: ReadonlyMap<string, Cycle>
  modules: ReadonlyMap<string, Module>
  /** What each point of an estimate says: "5", "XL", "1h 30m". */
  points: ReadonlyMap<string, string>
  /** The groups of a grouping, in order, "None" last; one group for all without. */
  groupsOf: (group_by: GroupBy | null) => ListGroup[]
}

const statesOfWorkspace = (slug: string) =>
  queryOptions({
    queryKey: ['states', slug] as const,
    queryFn: () => call(statesApi.listOfWorkspace, { params: { slug } }),
  })

const labelsOfWorkspace = (slug: string) =>
  queryOptions({
    queryKey: ['labels', slug] as const,
    queryFn: () => call(labelsApi.listOfWorkspace, { params: { slug } }),
  })

function useContextStates(context: ListContext): State[] | undefined {
  const project_id = projectOf(context)
  const own = useStates(context.slug, project_id ?? '')
  const { data } = useQuery({ ...statesOfWorkspace(context.slug), enabled: !project_id })
  const all = useMemo(() => data && inOrder(data), [data])
  return project_id ? own : all
}

function useContextLabels(context: ListContext): Label[] | undefined {
  const project_id = projectOf(context)
  const own = useLabelList(context.slug, project_id ?? '')
  const { data } = useQuery({ ...labelsOfWorkspace(context.slug), enabled: !project_id })
  return project_id ? own : data
}

const byId = <Thing extends { id: string }>(things: readonly Thing[] | undefined) =>
  new Map(things?.map((thing) => [thing.id, thing]))

const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name)

const pointsOf = (estimates: Plans['estimates']): ReadonlyMap<string, string> =>
  new Map(
    estimates?.flatMap(({ type, points }) =>
      points.map(({ id, value }) => [id, type === 'time' ? readableTime(value) : value] as const),
    ),
  )

/** Undefined until rows can be drawn with it: names of labels and people may come later. */
export function useListVocabulary(context: ListContext): ListVocabulary | undefined {
  const { slug } = context
  const { t } = useTranslation()
  const { id: me } = useMe()
  const states = useContextStates(context)
  const labels = useContextLabels(context)
  const people = usePeople(slug)
  const projects = useAllProjects(slug)
  const project_id = projectOf(context)
  const among = teamProjectsOf(context)
  const { cycles, modules, estimates } = usePlans(context, projects !== undefined)

  return useMemo(() => {
    if (!states || !projects) return undefined
    const known = byId(projects)
    const members = known.get(project_id ?? '')?.members
    const everybody = [...people.values()]
      .filter(({ id }) => !members || members.includes(id))
      .sort((a, b) => a.name.localeCompare(b.name))
    const none = (title: string, icon: IconLike, payload: GroupPayload = {}): ListGroup => ({
      id: NONE,
      title,
      icon,
      payload,
    })
    const persons = (payloadOf: (id: string) => GroupPayload) =>
      everybody.map((person) => ({
        id: person.id,
        title: person.id === me ? t('work_items.person_you', { name: person.name }) : person.name,
        icon: <Avatar person={person} size={16} tooltip={false} />,
        payload: payloadOf(person.id),
      }))
    const groups: Record<GroupBy, () => ListGroup[]> = {
      state: () =>
        states.map((state) => ({
          id: state.id,
          title: state.name,
          icon: stateIcon(state, states),
          payload: { state_id: state.id },
        })),
      'state_detail.group': () =>
        stateGroups.map((group) => ({
          id: group,
          title: t(`work_items.state_groups.${group}`),
          icon: <StateIcon group={group} />,
          payload: {},
        })),
      priority: () =>
        priorities.map((priority: Priority) => ({
          id: priority,
          title: t(`pickers.priorities.${priority}`),
          icon: <PriorityIcon priority={priority} />,
          payload: { priority },
        })),
      labels: () => [
        ...(labels ?? []).map(({ id, name, color }) => ({
          id,
          title: name,
          icon: <Dot colour={color} />,
          payload: { label_ids: [id] },
        })),
        none(t('work_items.no_label'), Circle),
      ],
      cycle: () => [
        ...(cycles ?? []).toSorted(byName).map((cycle) => {
          const status = cycleStatus(cycle, Date.now())
          const isOver = status === 'COMPLETED'
          return {
            id: cycle.id,
            title: cycle.name,
            icon: <CycleIcon status={status} />,
            payload: isOver ? null : { cycle_id: cycle.id },
            ...(isOver && { refuses: t('work_items.cycle_is_over') }),
          }
        }),
        none(t('work_items.no_cycle'), Circle, { cycle_id: null }),
      ],
      module: () => [
        ...(modules ?? []).toSorted(byName).map(({ id, name }) => ({
          id,
          title: name,
          icon: Boxes,
          payload: { module_ids: [id] },
        })),
        none(t('work_items.no_module'), Circle, { module_ids: [] }),
      ],
      assignees: () => [
        ...persons((id) => ({ assignee_ids: [id] })),
        none(t('work_items.no_assignee'), User),
      ],
      created_by: () => persons(() => null),
      project: () =>
        projects
          .filter(({ id, member_role }) => member_role !== null && (among?.includes(id) ?? true))
          .map((project) => ({
            id: project.id,
            title: project.name,
            icon: projectLogo(project),
            payload: { project_id: project.id },
          })),
    }
    // Each group stays the same object, so that what draws it sees that it did not change.
    const made = new Map<GroupBy, ListGroup[]>()
    const everything: ListGroup = {
      id: ALL,
      title: t('work_items.all'),
      icon: CircleDashed,
      payload: {},
    }
    return {
      states,
      stateById: byId(states),
      labels: byId(labels),
      people,
      projects: known,
      cycles: byId(cycles),
      modules: byId(modules),
      points: pointsOf(estimates),
      groupsOf: (group_by) => {
        if (!group_by) return [everything]
        // A cycle may end while one looks at it.
        const own = (group_by !== 'cycle' && made.get(group_by)) || groups[group_by]()
        made.set(group_by, own)
        return own
      },
    }
  }, [t, me, states, labels, people, projects, project_id, among, cycles, modules, estimates])
}
