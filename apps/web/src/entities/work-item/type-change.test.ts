import type { WorkItemProperty } from '@cairn/contract'
import { expect, it } from 'vitest'
import { isPlain, typeChangeOf } from './type-change.ts'

const property = (id: string, more: Partial<WorkItemProperty>): WorkItemProperty => ({
  ...{ id, type_id: 'bug', workspace_id: 'w', name: id, help: '', kind: 'text', is_multi: false },
  ...{ is_required: false, is_active: true, default_value: null, unit: '', decimals: null },
  ...{ sort_order: 1, options: [] },
  ...more,
})

const foundIn = property('found in', {})
const effort = property('effort', { kind: 'number' })
const foundInStory = property('story found in', { type_id: 'story', name: 'Found in' })
const size = property('size', { type_id: 'story', kind: 'number' })
const value = property('value', { type_id: 'story', is_required: true })
const bug = (property_values: Record<string, string | number>) => ({
  type_id: 'bug',
  property_values,
})
const change = (
  items: ReturnType<typeof bug>[],
  properties: WorkItemProperty[],
  mapping: Record<string, string | null> = {},
) => typeChangeOf({ items, type_id: 'story', properties, mapping, nameOf: () => undefined })

it('asks nothing if every value has a property of the same name', () => {
  expect(isPlain(change([bug({ 'found in': '4.2' })], [foundIn, effort, foundInStory, size]))).toBe(
    true,
  )
  expect(isPlain(change([bug({})], [foundIn, effort]))).toBe(true)
})

it('asks where the other values go, and offers only what they fit', () => {
  const properties = [foundIn, effort, foundInStory, size]
  const { lost, missing } = change([bug({ effort: 3 }), bug({ 'found in': 'x' })], properties)
  expect(lost).toEqual([{ property: effort, targets: [size] }])
  expect(missing).toEqual([])
  expect(change([bug({ 'found in': 'x' })], [foundIn, size]).lost).toEqual([
    { property: foundIn, targets: [] },
  ])
})

it('asks for what the other type requires, unless a value arrives there or it has a default', () => {
  const properties = [foundIn, effort, value]
  expect(change([bug({})], properties).missing).toEqual([value])
  const items = [bug({ 'found in': 'x' })]
  expect(change(items, properties, { 'found in': 'value' }).missing).toEqual([])
  expect(change([...items, bug({})], properties, { 'found in': 'value' }).missing).toEqual([value])
  const usual = { ...value, default_value: 'usual' }
  expect(change([bug({})], [foundIn, usual]).missing).toEqual([])
})
