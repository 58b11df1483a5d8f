import { expect, it } from 'vitest'
import {
  changesIn,
  copyOf,
  EMPTY,
  inAnotherProject,
  isWritten,
  picturesIn,
  problemOf,
  restoredValues,
  toBody,
  toDraft,
  valuesOf,
} from './form-values.ts'

const filled = valuesOf({
  ...{ name: 'Contours', state_id: 's', priority: 'high', assignee_ids: ['a'], label_ids: ['l'] },
  ...{ start_date: '2026-01-01', target_date: '2026-01-02', parent_id: 'p' },
  ...{ cycle_id: 'c', module_ids: ['m'], estimate_point: 'e' },
  description_html: '<p>Lines</p>',
})

it('begins empty, with no priority', () => {
  expect(valuesOf()).toEqual({
    ...{ name: '', description_html: EMPTY, state_id: null, priority: 'none', parent_id: null },
    type_id: null,
    ...{ assignee_ids: [], label_ids: [], start_date: null, target_date: null },
    ...{ cycle_id: null, module_ids: [], estimate_point: null, property_values: {} },
  })
})

it('keeps in another project what is about the work, and drops what belongs to the project', () => {
  expect(inAnotherProject(filled)).toMatchObject({
    ...{ name: 'Contours', priority: 'high', start_date: '2026-01-01', target_date: '2026-01-02' },
    description_html: '<p>Lines</p>',
    ...{ state_id: null, assignee_ids: [], label_ids: [], parent_id: null },
    ...{ cycle_id: null, module_ids: [], estimate_point: null },
  })
})

it('is worth a draft once something is written', () => {
  expect(isWritten(valuesOf({ priority: 'urgent', label_ids: ['l'], name: '  ' }))).toBe(false)
  expect(isWritten(valuesOf({ name: 'x' }))).toBe(true)
  expect(isWritten(valuesOf({ description_html: '<p>x</p>' }))).toBe(true)
})

it('wants a title, and not too long a one', () => {
  expect(problemOf(valuesOf({ name: '  ' }))).toBe('missing')
  expect(problemOf(valuesOf({ name: 'x'.repeat(256) }))).toBe('long')
  expect(problemOf(valuesOf({ name: 'x'.repeat(255) }))).toBeUndefined()
})

it('trims the name, and says an empty description in one way', () => {
  const body = toBody({ ...filled, name: ' Contours ', description_html: '<p> </p>' })
  expect(body).toMatchObject({ name: 'Contours', description_html: EMPTY })
})

it('names a draft that has no name', () => {
  expect(toDraft(valuesOf({ description_html: '<p>x</p>' }), 'project', 'Untitled')).toMatchObject({
    name: 'Untitled',
    project_id: 'project',
  })
})

it('sends only what changed', () => {
  expect(changesIn(filled, filled)).toEqual({})
  expect(changesIn(filled, { ...filled, name: 'Contours ', label_ids: ['l', 'm'] })).toEqual({
    label_ids: ['l', 'm'],
  })
  expect(changesIn(filled, { ...filled, start_date: null, priority: 'none' })).toEqual({
    start_date: null,
    priority: 'none',
  })
  const valued = { ...filled, property_values: { severity: ['minor'], found_in: '4.2' } }
  const changed = { severity: ['major'], found_in: '4.2', platform: null }
  expect(changesIn(valued, { ...valued, property_values: changed })).toEqual({
    property_values: { severity: ['major'], platform: null },
  })
})

it('tells a copy from what it was made of, within the longest name', () => {
  expect(copyOf(filled, ' (copy)').name).toBe('Contours (copy)')
  const long = copyOf({ ...filled, name: 'x'.repeat(255) }, ' (copy)').name
  expect([long.length, long.endsWith(' (copy)')]).toEqual([255, true])
})

it('finds the pictures that were uploaded for a text, each once', () => {
  const id = '0a5c3a52-8a33-4d8b-8f57-0c0f3e1c6d11'
  const src = `/api/assets/v2/workspaces/acme/projects/${crypto.randomUUID()}/${id}/`
  const picture = `<image-component width="40%" src="${src}"></image-component>`
  const linked = '<image-component src="https://example.com/a.png"></image-component>'
  expect([...picturesIn(`<p>${id}</p>${picture}${linked}${picture}`)]).toEqual([id])
})

it('brings back what was typed, for what the dialog is opened for now', () => {
  const left = {
    project_id: 'trail',
    values: { ...valuesOf(), name: 'Fog', priority: 'high' as const, label_ids: ['l1'] },
  }
  expect(restoredValues(left, 'trail', valuesOf())).toEqual(left.values)
  expect(restoredValues(left, 'trail', valuesOf({ parent_id: 'p1', name: 'x' }))).toEqual({
    ...left.values,
    parent_id: 'p1',
  })
  // Labels belong to the project they were picked in.
  expect(restoredValues(left, 'sync', valuesOf())).toEqual({ ...left.values, label_ids: [] })
})
