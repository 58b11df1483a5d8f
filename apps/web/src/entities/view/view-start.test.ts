import type { View } from '@cairn/contract'
import { expect, it } from 'vitest'
import type { ListContext } from '#entities/work-item-list/list-context.ts'
import { firstSettings } from '#entities/work-item-list/list-settings.ts'
import { copyOf, fromList, newView, settingsPatch, startOf } from './view-start.ts'

const view = {
  id: 'v1',
  name: 'Bugs',
  description: 'What hurts',
  logo_props: { in_use: 'emoji' },
  access: 0,
  filters: { labels: ['bug'], updated_at: ['1_weeks;after;fromnow'], priority: null },
  display_filters: { layout: 'kanban', group_by: 'priority' },
  display_properties: { key: false },
} as unknown as View

it('starts with a list by state, or with a table of the workspace', () => {
  expect(newView('trail').settings.display).toMatchObject({ layout: 'list', group_by: 'state' })
  expect(newView(null).settings.display).toMatchObject({ layout: 'spreadsheet', group_by: null })
  expect(newView('trail')).toMatchObject({ name: '', access: 1 })
})

it('starts with what a view is', () => {
  expect(startOf(view)).toMatchObject({
    of: view,
    ...{ name: 'Bugs', description: 'What hurts', access: 0, logo: { in_use: 'emoji' } },
    settings: {
      filters: { labels: ['bug'] },
      display: { layout: 'kanban', group_by: 'priority' },
      properties: { key: false, state: true },
    },
  })
})

it('names a copy, which is shown as the list is now', () => {
  const copy = copyOf(view, firstSettings)
  expect(copy).toMatchObject({ name: 'Bugs 2', description: 'What hurts', settings: firstSettings })
  expect(copy.of).toBeUndefined()
  expect(copyOf({ ...view, name: 'x'.repeat(255) }, firstSettings).name).toHaveLength(255)
})

// @cap:views.create
it('keeps what a cycle or module narrows its list to', () => {
  const place = { slug: 'acme', project_id: 'trail' }
  const settings = { ...firstSettings, filters: { priority: ['high'] } }
  const filtersOf = (context: ListContext) => fromList(context, settings).settings.filters
  expect(filtersOf({ kind: 'project', ...place })).toEqual({ priority: ['high'] })
  expect(filtersOf({ kind: 'cycle', ...place, cycle_id: 'c1', isOver: false })).toEqual({
    priority: ['high'],
    cycle: ['c1'],
  })
  expect(filtersOf({ kind: 'module', ...place, module_id: 'm1' })).toEqual({
    priority: ['high'],
    module: ['m1'],
  })
})

it('leaves filters alone that it does not know', () => {
  const settings = { ...firstSettings, filters: { priority: ['high'] } }
  expect(settingsPatch(settings, view).filters).toMatchObject({
    updated_at: ['1_weeks;after;fromnow'],
    labels: null,
    priority: ['high'],
  })
})
