import { describe, expect, it } from 'vitest'
import type { ListContext } from './list-context.ts'
import { toParams } from './list-params.ts'
import {
  firstSettings,
  readSearch,
  readSettings,
  sameSettings,
  toggled,
  toSearch,
  toStored,
  toStoredFilters,
  withDisplay,
} from './list-settings.ts'
import { allFeatures, offersOf } from './offers.ts'
import { cellParams } from './use-work-item-list.ts'

const project: ListContext = { kind: 'project', slug: 'acme', project_id: 'trail' }
const { display } = firstSettings

it('begins as a flat list, newest first, with sub-items and all properties', () => {
  expect(display).toMatchObject({
    layout: 'list',
    group_by: null,
    order_by: '-created_at',
    sub_issue: true,
  })
  expect(Object.values(firstSettings.properties)).not.toContain(false)
})

it('takes what was chosen of filters or properties alone', () => {
  const {
    properties,
    filters,
    display: read,
  } = readSettings({
    filters: { priority: ['high'] },
    display_properties: { priority: false },
  })
  expect(properties).toMatchObject({ priority: false, state: true })
  expect(filters).toEqual({ priority: ['high'] })
  expect(read).toEqual(display)
})

it('reads what other versions left without breaking', () => {
  const { filters, display: read } = readSettings({
    filters: { priority: ['high', 7], assignees: null, nonsense: ['x'] },
    display_filters: { layout: 'gantt', group_by: 'weather', calendar: 'no' },
    display_properties: 'all',
  })
  expect(filters).toEqual({ priority: ['high'] })
  expect(read).toMatchObject({ layout: 'gantt_chart', group_by: null, order_by: 'sort_order' })
})

describe('two ways to show a list', () => {
  const settings = { ...firstSettings, filters: { priority: ['high', 'low'], labels: [] } }

  it('are the same in whatever order filters were chosen, and after they were stored', () => {
    const chosen = { ...settings, filters: { priority: ['low', 'high'] } }
    expect(sameSettings(settings, chosen)).toBe(true)
    expect(sameSettings(settings, readSettings(toStored(settings)))).toBe(true)
  })

  it.each([
    ['a filter', { filters: { priority: ['high'] } }],
    ['the layout', { display: { ...display, layout: 'kanban' as const } }],
    ['a property', { properties: { ...firstSettings.properties, key: false } }],
  ])('differ by %s', (_what, part) => {
    expect(sameSettings(settings, { ...settings, ...part })).toBe(false)
  })
})

describe('what follows from a choice', () => {
  // @cap:display.group-coupling
  it.each([
    [
      'without groups no lanes',
      { sub_group_by: 'priority' as const, group_by: null },
      [null, null],
    ],
    [
      'the same twice is once',
      { group_by: 'priority' as const, sub_group_by: 'priority' as const },
      ['priority', null],
    ],
    ['a board has groups', { layout: 'kanban' as const }, ['state', null]],
  ])('%s', (_, change, [group_by, sub_group_by]) => {
    expect(withDisplay(display, change)).toMatchObject({ group_by, sub_group_by })
  })
})

describe('filters', () => {
  it('are toggled value by value, and stored with every key', () => {
    const one = toggled({}, 'priority', 'high')
    expect(one).toEqual({ priority: ['high'] })
    expect(toggled(one, 'priority', 'high')).toEqual({ priority: [] })
    expect(toStoredFilters(one)).toMatchObject({ priority: ['high'], state: null })
  })

  it('stand in the address beside what else is in it, and come back from there', () => {
    const settings = {
      ...firstSettings,
      filters: { priority: ['high', 'low'] },
      display: { ...display, type: 'active' as const },
    }
    const search = toSearch({ peekId: 'TRAIL-1', state: 'old' }, settings)
    expect(search).toEqual({
      peekId: 'TRAIL-1',
      layout: 'list',
      type: 'active',
      priority: 'high,low',
    })
    expect(readSearch(search)).toEqual({
      layout: 'list',
      type: 'active',
      filters: settings.filters,
    })
  })

  it('stand beside an order that is not the first one', () => {
    const ordered = { ...firstSettings, display: { ...display, order_by: 'priority' } }
    const search = toSearch({}, ordered)
    expect(search).toEqual({ layout: 'list', order_by: 'priority' })
    expect(readSearch(search)).toMatchObject({ order_by: 'priority', filters: {} })
    expect(readSearch({ layout: 'list' })).not.toHaveProperty('order_by')
  })

  it('leave a plain address plain', () => {
    expect(toSearch({}, firstSettings)).toEqual({})
    expect(readSearch({ peekId: 'TRAIL-1' })).toBeUndefined()
  })
})

describe('what is asked of the server', () => {
  it('is limited to what the layout offers', () => {
    const settings = {
      ...firstSettings,
      filters: { priority: ['high'], state_group: ['started'], target_date: ['None'] },
    }
    expect(toParams(project, settings)).toEqual({
      order_by: '-created_at',
      sub_issue: 'true',
      per_page: '100',
      priority: 'high',
      target_date: 'None',
    })
  })

  it('names groups as the server does, and pages by layout', () => {
    const board = withDisplay(display, {
      layout: 'kanban',
      group_by: 'labels',
      sub_group_by: 'state',
    })
    expect(toParams(project, { ...firstSettings, display: board })).toMatchObject({
      group_by: 'labels__id',
      sub_group_by: 'state_id',
      per_page: '10',
    })
  })

  it('is a profile’s own, whatever is chosen', () => {
    const profile: ListContext = { kind: 'profile', slug: 'acme', user_id: 'ada', tab: 'created' }
    expect(toParams(profile, firstSettings)).toMatchObject({ created_by: 'ada' })
  })

  it('is a calendar’s days', () => {
    const calendar = { ...firstSettings, display: { ...display, layout: 'calendar' as const } }
    const span = { first: '2026-11-01', last: '2026-12-05' }
    expect(toParams(project, calendar, allFeatures, span)).toMatchObject({
      group_by: 'target_date',
      target_date: '2026-11-01;after,2026-12-05;before',
      per_page: '4',
    })
  })

  it('leaves out what the project does not use', () => {
    const settings = {
      ...firstSettings,
      filters: { cycle: ['c1'], module: ['m1'] },
      display: { ...display, group_by: 'cycle' as const },
    }
    expect(toParams(project, settings)).toMatchObject({
      cycle: 'c1',
      module: 'm1',
      group_by: 'cycle_id',
    })
    const plain = toParams(project, settings, { ...allFeatures, cycles: false })
    expect(plain).toMatchObject({ module: 'm1' })
    expect(Object.keys(plain)).not.toContain('cycle')
    expect(Object.keys(plain)).not.toContain('group_by')
  })

  // @cap:filters.context-exclusions
  it('does not ask a cycle for its cycle, nor a module for its module', () => {
    const cycle: ListContext = { ...project, kind: 'cycle', cycle_id: 'c1', isOver: false }
    const { filters, groups, properties } = offersOf(cycle, 'list')
    expect(filters).not.toContain('cycle')
    expect(groups).not.toContain('cycle')
    expect(groups).toContain('module')
    expect(properties).not.toContain('cycle')
    const module: ListContext = { ...project, kind: 'module', module_id: 'm1' }
    expect(offersOf(module, 'list').filters).not.toContain('module')
    expect(offersOf(module, 'list').properties).toContain('modules')
    const both = { ...firstSettings, filters: { cycle: ['c2'], module: ['m2'] } }
    expect(toParams(cycle, both)).toMatchObject({ module: 'm2' })
    expect(toParams(cycle, both)).not.toHaveProperty('cycle')
    expect(toParams(module, both)).toMatchObject({ cycle: 'c2' })
    expect(toParams(module, both)).not.toHaveProperty('module')
    const { filters: none } = offersOf({ ...project, kind: 'epics' }, 'list')
    expect(none).not.toContain('module')
  })

  // @cap:global-views.manual-order-falls-back
  it('is a tab’s filter in the fixed views of a workspace, and the saved one’s in the others', () => {
    const settings = { ...firstSettings, filters: { priority: ['high'], assignees: ['ada'] } }
    const place = { kind: 'workspace', slug: 'acme', user_id: 'me' } as const
    expect(toParams({ ...place, view: 'assigned' }, settings)).toMatchObject({ assignees: 'me' })
    const saved = { ...place, view: 'v1', saved: {}, isLocked: false }
    expect(toParams(saved, settings)).toMatchObject({ assignees: 'ada', priority: 'high' })
    const manual = { ...settings, display: { ...display, order_by: 'sort_order' } }
    expect(toParams(saved, manual)).toMatchObject({ order_by: '-created_at' })
  })

  it('is the group as a filter when more of it is wanted', () => {
    const params = { group_by: 'labels__id', sub_group_by: 'state_id', labels: 'bug,map' }
    expect(cellParams(params, 'bug/todo')).toEqual({ labels: 'bug', state: 'todo' })
    expect(cellParams({ group_by: 'assignees__id' }, 'None')).toEqual({ assignees: 'None' })
  })
})

it('shows what an address filters in the first layout of the place, unless it names another', () => {
  expect(readSearch({ priority: 'urgent' }, 'spreadsheet')?.layout).toBe('spreadsheet')
  expect(readSearch({ priority: 'urgent', layout: 'list' }, 'spreadsheet')?.layout).toBe('list')
})
