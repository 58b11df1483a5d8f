import { expect, it } from 'vitest'
import { changedField, indented } from './call-text.ts'

it('shows JSON line by line, and anything else as it came', () => {
  expect(indented('{"a":[1]}')).toBe('{\n  "a": [\n    1\n  ]\n}')
  expect(indented('<p>busy</p>')).toBe('<p>busy</p>')
  expect(indented('')).toBe('')
})

it('names the field a call tells of', () => {
  const body = (field: string | null) =>
    JSON.stringify({
      data: { field: 'data', text: '"activity":' },
      activity: { field, actor: null },
    })
  expect(changedField(body('priority'))).toBe('priority')
  expect(changedField(body(null))).toBeUndefined()
  expect(changedField('')).toBeUndefined()
})
