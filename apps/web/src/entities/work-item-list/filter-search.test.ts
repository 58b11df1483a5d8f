import { expect, it } from 'vitest'
import { hitIn, searchFilters } from './filter-search.ts'

const option = (label: string, keywords?: string) => ({
  value: label,
  label,
  ...(keywords && { keywords }),
})
const fields = [
  {
    field: 'priority' as const,
    name: 'Priority',
    options: ['Urgent', 'High', 'None'].map((name) => option(name)),
  },
  { field: 'labels' as const, name: 'Label', options: [option('No label'), option('Overdue tax')] },
  { field: 'assignees' as const, name: 'Assignee', options: [option('Jens', 'jens@due.example')] },
  { field: 'target_date' as const, name: 'Due date', options: [option('Overdue')] },
]

const found = (typed: string) => {
  const { fields: named, values } = searchFilters(fields, typed)
  return [...named, ...values.map(({ field, option: { label } }) => `${field}: ${label}`)]
}

it('finds values and names of filters', () => {
  expect(found('urg')).toEqual(['priority: Urgent'])
  expect(found('LABEL')).toEqual(['labels', 'labels: No label'])
  expect(found('label tax')).toEqual(['labels: Overdue tax'])
  expect(found('jens@')).toEqual(['assignees: Jens'])
  expect(found('nothing of that')).toEqual([])
})

it('puts what begins with it before what has it inside', () => {
  expect(found('due')).toEqual([
    'target_date',
    'labels: Overdue tax',
    'target_date: Overdue',
    'assignees: Jens',
  ])
})

it('shows where the hit is', () => {
  expect(hitIn('Overdue', 'DUE')).toEqual(['Over', 'due', ''])
  expect(hitIn('Jens', 'due')).toEqual(['Jens', '', ''])
})
