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
  type WorkItem,
  type WorkItemType,
} from '@cairn/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Boxes, Circle, CircleDashed, SquareCheck, User } from 'lucide-react'
import { useMemo } from 'react'
import { call } from '#data/api.ts'
import { useTranslation } from '#data/i18n.ts'
import { useMe } from '#entities/account/hooks.ts'
import { CycleIcon } from '#entities/cycle/cycle-icon.tsx'
import { useLabelList } from '#entities/label/hooks.ts'
import { useAllProjects } from '#entities/project/hooks.ts'
import { projectLogo } from '#entities/project/project-logo.tsx'
import { statesOfWorkspace, useStates } from '#entities/state/hooks.ts'
import { inOrder } from '#entities/state/state-order.ts'
import { stateIcon } from '#entities/state/state-picture.tsx'
import type { NewItem } from '#entities/work-item/item-patch.ts'
import { useTypes } from '#entities/work-item-type/hooks.ts'
import { typeIcon } from '#entities/work-item-type/type-icon.tsx'
import { usePeople } from '#entities/workspace/hooks.ts'
import type { IconLike } from '#ui/icons/icon.tsx'
import { PriorityIcon } from '#ui/icons/priority-icon.tsx'
import { StateIcon } from '#ui/icons/state-icon.tsx'
import { Avatar, type Person } from '#ui/people/avatar.tsx'
import { Dot } from '#ui/people/badge.tsx'
import { ALL, NONE } from './grouped-items.ts'
import { type ListContext, projectOf, teamProjectsOf } from './list-context.ts'
import { type FixedGrouping, type GroupBy, isOfProperty } from './list-settings.ts'
import { loadOwnGroups, useOwnGroups } from './own-groups.ts'
import { type Plans, usePlans } from './use-plans.ts'

/** Values a new item gets from its group; null: none can be created there. */
export type GroupPayload = (Partial<NewItem> & { project_id?: string }) | null

export interface ListGroup {
  id: string
  title: string
  icon: IconLike
  payload: GroupPayload
  /** Why an item is not moved into it. */
  refuses?: (item: WorkItem) => string | undefined
  /** How many items it should have at most. */
  limit?: number | null
}

/** A type as rendered. */
interface TypeFace {
  id: string
  name: string
  icon: IconLike
}

/** Everything needed to render rows and groups, by id. */
export interface ListReferences {
  /** In picker order; of all projects if the list spans projects. */
  states: readonly State[]
  stateById: ReadonlyMap<string, State>
  labels: ReadonlyMap<string, Label>
  people: ReadonlyMap<string, Person>
  projects: ReadonlyMap<string, Project>
  cycles: ReadonlyMap<string, Cycle>
  modules: ReadonlyMap<string, Module>
  types: ReadonlyMap<string, TypeFace>
  /** The item's type; undefined if its project uses none. */
  typeOf: (item: WorkItem) => TypeFace | undefined
  /** The state an item of a project gets in a group: its default there, or the first. */
  stateIn: (project_id: string, group: string) => string | undefined
  /** The label of each estimate point: "5", "XL", "1h 30m". */
  points: ReadonlyMap<string, string>
  /** The groups of a grouping, in order, "None" last; without a grouping one group for all. */
  groupsOf: (group_by: GroupBy | null) => ListGroup[]
}

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

/** Used by the project, or across projects by any. */
const isOffered = (
  { id, is_active }: WorkItemType,
  projects: readonly Project[],
  project_id: string | undefined,
) =>
  is_active &&
  projects.some(
    (project) => (!project_id || project.id === project_id) && project.type_ids.includes(id),
  )

/** Undefined until rows can be rendered: names of labels and users may load later. */
export function useListReferences(context: ListContext): ListReferences | undefined {
  const { slug } = context
  const { t } = useTranslation()
  const { id: me } = useMe()
  const states = useContextStates(context)
  const labels = useContextLabels(context)
  const people = usePeople(slug)
  const projects = useAllProjects(slug)
  const types = useTypes(slug)
  const project_id = projectOf(context)
  const among = teamProjectsOf(context)
  const isOfDrafts = context.kind === 'drafts'
  const ownGroups = useOwnGroups(slug)
  const { cycles, modules, estimates } = usePlans(context, projects !== undefined)

  return useMemo(() => {
    if (!states || !projects) return undefined
    const known = byId(projects)
    const knownTypes = byId(
      types?.map((type) => ({ id: type.id, name: type.name, icon: typeIcon(type) })),
    )
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
    /** Drafts may have no project yet; they cannot be moved back there. */
    const unplaced = (title: string): ListGroup[] =>
      isOfDrafts ? [{ ...none(title, CircleDashed, null), refuses: () => title }] : []
    const stateIn = (project_id: string, group: string) => {
      const there = states.filter((one) => one.project_id === project_id && one.group === group)
      return (there.find((one) => one.default) ?? there[0])?.id
    }
    const isListed = (id: string) => among?.includes(id) ?? true
    /** Across projects the name alone is ambiguous. */
    const ofProject = (name: string, id: string) =>
      project_id ? name : t('work_items.of_project', { name, key: known.get(id)?.identifier })
    /** Items created there belong to that project. */
    const inIts = (thing: { project_id: string }) =>
      project_id ? {} : { project_id: thing.project_id }
    const unlessThere = (text: string, isThere: (item: WorkItem) => boolean) =>
      project_id ? {} : { refuses: (item: WorkItem) => (isThere(item) ? undefined : text) }
    const onlyFrom = (id: string) =>
      unlessThere(t('work_items.of_other_project'), (item) => item.project_id === id)
    const groups: Record<FixedGrouping, () => ListGroup[]> = {
      state: () =>
        states.map((state) => ({
          id: state.id,
          title: state.name,
          icon: stateIcon(state, states),
          payload: { state_id: state.id },
          limit: state.wip_limit,
        })),
      'state_detail.group': () => [
        ...stateGroups.map((group) => ({
          id: group,
          title: t(`work_items.state_groups.${group}`),
          icon: <StateIcon group={group} />,
          payload: {},
          refuses: (item: WorkItem) =>
            stateIn(item.project_id, group) ? undefined : t('work_items.no_such_state'),
        })),
        ...unplaced(t('drafts.no_state')),
      ],
      priority: () =>
        priorities.map((priority: Priority) => ({
          id: priority,
          title: t(`pickers.priorities.${priority}`),
          icon: <PriorityIcon priority={priority} />,
          payload: { priority },
        })),
      labels: () => [
        ...(labels ?? [])
          .filter((label) => isListed(label.project_id))
          .map((label) => ({
            id: label.id,
            title: ofProject(label.name, label.project_id),
            icon: <Dot colour={label.color} />,
            payload: { label_ids: [label.id], ...inIts(label) },
            ...onlyFrom(label.project_id),
          })),
        none(t('work_items.no_label'), Circle),
      ],
      cycle: () => [
        ...(cycles ?? [])
          .filter((cycle) => isListed(cycle.project_id))
          .toSorted(byName)
          .map((cycle) => {
            const status = cycleStatus(cycle, Date.now())
            const isOver = status === 'COMPLETED'
            const over = t('work_items.cycle_is_over')
            return {
              id: cycle.id,
              title: ofProject(cycle.name, cycle.project_id),
              icon: <CycleIcon status={status} />,
              payload: isOver ? null : { cycle_id: cycle.id, ...inIts(cycle) },
              ...(isOver ? { refuses: () => over } : onlyFrom(cycle.project_id)),
            }
          }),
        none(t('work_items.no_cycle'), Circle, { cycle_id: null }),
      ],
      module: () => [
        ...(modules ?? [])
          .filter((module) => isListed(module.project_id))
          .toSorted(byName)
          .map((module) => ({
            id: module.id,
            title: ofProject(module.name, module.project_id),
            icon: Boxes,
            payload: { module_ids: [module.id], ...inIts(module) },
            ...onlyFrom(module.project_id),
          })),
        none(t('work_items.no_module'), Circle, { module_ids: [] }),
      ],
      assignees: () => [
        ...persons((id) => ({ assignee_ids: [id] })).map((group) => ({
          ...group,
          ...unlessThere(t('work_items.not_a_member'), (item) =>
            Boolean(known.get(item.project_id)?.members.includes(group.id)),
          ),
        })),
        none(t('work_items.no_assignee'), User),
      ],
      created_by: () => persons(() => null),
      issue_type: () => [
        ...(types ?? [])
          .filter((type) => !type.is_epic && isOffered(type, projects, project_id))
          .map((type) => ({
            id: type.id,
            title: type.name,
            icon: typeIcon(type),
            payload: { type_id: type.id },
          })),
        // Items created without a type get the project's default.
        none(t('work_items.no_type'), Circle, null),
      ],
      project: () => [
        ...projects
          .filter(({ id, member_role }) => member_role !== null && isListed(id))
          .map((project) => ({
            id: project.id,
            title: project.name,
            icon: projectLogo(project),
            payload: { project_id: project.id },
          })),
        ...unplaced(t('drafts.no_project')),
      ],
    }
    const byProperty = (field: Extract<GroupBy, `property_${string}`>) => {
      if (!ownGroups) loadOwnGroups(slug)
      return ownGroups?.(field, { t, persons, none }) ?? []
    }
    // Groups keep their identity, so that components see that they did not change.
    const made = new Map<GroupBy, ListGroup[]>()
    const everything: ListGroup = {
      id: ALL,
      title: t(isOfDrafts ? 'drafts.all' : 'work_items.all'),
      icon: SquareCheck,
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
      types: knownTypes,
      typeOf: ({ project_id: home, type_id, is_epic }) =>
        !is_epic && known.get(home)?.type_ids.length ? knownTypes.get(type_id ?? '') : undefined,
      stateIn,
      points: pointsOf(estimates),
      groupsOf: (group_by) => {
        if (!group_by) return [everything]
        // A cycle may end while the list is open.
        const own =
          (group_by !== 'cycle' && made.get(group_by)) ||
          (isOfProperty(group_by) ? byProperty(group_by) : groups[group_by]())
        made.set(group_by, own)
        return own
      },
    }
  }, [
    t,
    me,
    states,
    labels,
    people,
    projects,
    project_id,
    among,
    isOfDrafts,
    cycles,
    modules,
    types,
    estimates,
    ownGroups,
    slug,
  ])
}
