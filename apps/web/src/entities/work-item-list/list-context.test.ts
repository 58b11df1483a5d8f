import { describe, expect, it } from 'vitest'
import {
  abilitiesOf,
  contextKey,
  fixedFilters,
  type ListContext,
  namedModules,
} from './list-context.ts'
import { allLayouts } from './list-settings.ts'
import { offersOf } from './offers.ts'

const place = { slug: 'acme', project_id: 'trail' }
const saved = { saved: {}, isLocked: false }
const project: ListContext = { kind: 'project', ...place }
const epics: ListContext = { kind: 'epics', ...place }
const archived: ListContext = { kind: 'archived', ...place }
const cycle: ListContext = { kind: 'cycle', ...place, cycle_id: 'c1', isOver: false }
const module: ListContext = { kind: 'module', ...place, module_id: 'm1' }
const view: ListContext = { kind: 'view', ...place, view_id: 'v1', ...saved }
const profile: ListContext = { kind: 'profile', slug: 'acme', user_id: 'ada', tab: 'assigned' }
const workspace: ListContext = { kind: 'workspace', slug: 'acme', view: 'all-issues', user_id: 'a' }
const ofTeam = { slug: 'acme', teamspace_id: 't1', project_ids: ['trail'] }
const team: ListContext = { kind: 'team', ...ofTeam }
const teamView: ListContext = { kind: 'team-view', ...ofTeam, view_id: 'v9', ...saved }
const teamProject: ListContext = { kind: 'team-project', ...place, teamspace_id: 't1' }
const ofOneProject = [project, cycle, module, view, epics]
const savedInWorkspace: ListContext = { ...workspace, view: 'v2', ...saved }
const acrossProjects = [
  ...[profile, { ...profile, tab: 'subscribed' } as ListContext, team, teamView],
  ...[workspace, { ...workspace, view: 'assigned' } as ListContext, savedInWorkspace],
]

// @cap:display.layouts-per-context
// @cap:kanban.columns
it('offers each context its layouts', () => {
  for (const context of [...ofOneProject, ...acrossProjects, teamProject]) {
    expect(abilitiesOf(context).layouts).toEqual(allLayouts)
  }
  for (const context of acrossProjects) {
    expect(abilitiesOf(context).firstLayout).toBe(
      context.kind === 'workspace' ? 'spreadsheet' : 'list',
    )
  }
  expect(abilitiesOf(profile).boardGroup).toBe('priority')
  expect(abilitiesOf(project).boardGroup).toBe('state')
  expect(abilitiesOf(archived).layouts).toEqual(['list'])
})

it('offers across projects what a project does, by what they have in common', () => {
  for (const layout of allLayouts) {
    const own = offersOf(project, layout)
    for (const context of acrossProjects) {
      const offers = offersOf(context, layout)
      const fixed = Object.keys(fixedFilters(context))
      for (const key of own.filters) expect(offers.filters.includes(key)).toBe(!fixed.includes(key))
      expect(offers.filters).toEqual(expect.arrayContaining(['state_group', 'project']))
      const shared = (groups: typeof own.groups) =>
        groups.map((group) => (group === 'state' ? 'state_detail.group' : group))
      expect(offers.groups).toEqual(expect.arrayContaining(shared(own.groups)))
      expect(offers.subGroups).toEqual(expect.arrayContaining(shared(own.subGroups)))
      expect(offers.properties).toEqual(own.properties)
      expect(offers.extras).toEqual(own.extras)
      // Manual order is only within a project.
      const isOrdered = (key: string) => context.kind !== 'workspace' || key !== 'sort_order'
      expect(offers.orders).toEqual(own.orders.filter(isOrdered))
    }
  }
})

describe('new items', () => {
  const ways = (context: ListContext) => {
    const { create, quickAdd } = abilitiesOf(context)
    return [create, quickAdd]
  }

  it('are typed and made in the lists of a project, only made in those of a person', () => {
    for (const context of ofOneProject) expect(ways(context)).toEqual([true, true])
    expect(ways(teamProject)).toEqual([true, true])
    // Across projects the dialog asks for the project.
    for (const context of [profile, team, teamView]) expect(ways(context)).toEqual([true, false])
  })

  it('are neither in what is put away, followed, over or of the whole workspace', () => {
    const over = { ...cycle, isOver: true } as ListContext
    const followed = { ...profile, tab: 'subscribed' } as ListContext
    for (const context of [archived, workspace, followed, over]) {
      expect(ways(context)).toEqual([false, false])
    }
  })
})

// @cap:bulk.select
it('selects items of one project only, and none in what is only looked at', () => {
  for (const context of [project, cycle, module, view]) {
    expect(abilitiesOf(context).select).toBe(true)
  }
  const over = { ...cycle, isOver: true } as ListContext
  for (const context of [profile, workspace, archived, over]) {
    expect(abilitiesOf(context).select).toBe(false)
  }
})

it('keeps what is chosen in each of them apart from all others', () => {
  const others: ListContext[] = [
    { ...project, project_id: 'huts' },
    { ...cycle, cycle_id: 'c2' } as ListContext,
    { ...module, module_id: 'm2' } as ListContext,
    { ...view, view_id: 'v2' } as ListContext,
    { ...profile, tab: 'created' } as ListContext,
    { ...profile, user_id: 'bob' } as ListContext,
    { ...workspace, view: 'assigned' } as ListContext,
    { ...team, teamspace_id: 't2' } as ListContext,
    { ...teamProject, teamspace_id: 't2' } as ListContext,
  ]
  const all = [
    ...[...ofOneProject, archived, profile, workspace, team, teamView, teamProject],
    ...others,
  ]
  expect(new Set(all.map(contextKey)).size).toBe(all.length)
})

it('offers a second grouping in the list and on the board', () => {
  for (const context of ofOneProject) {
    const withLanes = allLayouts.filter((layout) => offersOf(context, layout).subGroups.length > 0)
    expect(withLanes).toEqual(['list', 'kanban'])
  }
})

it('names in a module’s list only the other modules of an item', () => {
  const modules = new Map([
    ['m1', { name: 'Offline' }],
    ['m2', { name: 'Routing' }],
  ])
  expect([...namedModules(module, modules).keys()]).toEqual(['m2'])
  expect(namedModules(project, modules)).toBe(modules)
})
