import { describe, expect, it } from 'vitest'
import { abilitiesOf, contextKey, type ListContext, namedModules } from './list-context.ts'
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

// @cap:display.layouts-per-context
// @cap:kanban.columns
it('offers each context its layouts', () => {
  for (const context of ofOneProject) expect(abilitiesOf(context).layouts).toEqual(allLayouts)
  expect(abilitiesOf(profile).layouts).toEqual(['list', 'kanban'])
  expect(abilitiesOf(profile).boardGroup).toBe('priority')
  expect(abilitiesOf(project).boardGroup).toBe('state')
  expect(abilitiesOf(archived).layouts).toEqual(['list'])
  expect(abilitiesOf(workspace).layouts).toEqual(['spreadsheet'])
  expect(abilitiesOf({ ...workspace, view: 'v2', ...saved }).layouts).toEqual(['spreadsheet'])
  for (const context of [team, teamView, teamProject]) {
    expect(abilitiesOf(context).layouts).toEqual(['list', 'kanban', 'calendar', 'spreadsheet'])
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
    // Across projects the dialog asks which one.
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

// @cap:display.group-coupling
it('offers lanes on the board alone', () => {
  for (const context of ofOneProject) {
    const withLanes = allLayouts.filter((layout) => offersOf(context, layout).subGroups.length > 0)
    expect(withLanes).toEqual(['kanban'])
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

it('offers a team no state, cycle or module: they are of one project each', () => {
  const { filters, groups } = offersOf(team, 'list')
  expect(filters).toEqual([
    ...['priority', 'state_group', 'assignees', 'created_by', 'labels', 'project'],
    ...['start_date', 'target_date'],
  ])
  expect(groups).toEqual([
    ...['state_detail.group', 'priority', 'project', 'labels', 'assignees'],
    null,
  ])
  expect(offersOf(team, 'kanban').groups).not.toContain(null)
  expect(offersOf(team, 'spreadsheet').groups).toEqual([])
  expect(offersOf(teamProject, 'list')).toEqual(offersOf(project, 'list'))
})
