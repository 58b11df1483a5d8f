import { expect, it } from 'vitest'
import { displayProperties, firstSettings } from '#entities/work-item-list/list-settings.ts'
import { columnsOf } from './columns.ts'

const showing = (wanted: boolean) => ({
  ...firstSettings.properties,
  ...Object.fromEntries(displayProperties.map((property) => [property, wanted])),
})
const keys = (shows: Parameters<typeof columnsOf>[0]) => columnsOf(shows).map(({ key }) => key)

it('shows the columns in one order, whatever was chosen first', () => {
  expect(keys(showing(true))).toEqual([
    'type',
    'state',
    'priority',
    'assignees',
    'labels',
    'modules',
    'cycle',
    'start_date',
    'due_date',
    'estimate',
    'created_on',
    'updated_on',
    'link',
    'attachment',
    'sub_items',
  ])
  expect(keys({ ...showing(false), due_date: true, state: true })).toEqual([
    'state',
    'due_date',
    'created_on',
    'updated_on',
  ])
})

it('sorts each column both ways', () => {
  for (const { sorts } of columnsOf(showing(true))) {
    const [one, other] = sorts.map(([, order]) => order)
    expect(one?.replace(/^-/, '')).toBe(other?.replace(/^-/, ''))
    expect(one).not.toBe(other)
  }
})
