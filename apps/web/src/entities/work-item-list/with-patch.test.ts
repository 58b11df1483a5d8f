import { expect, it } from 'vitest'
import { draftOf } from './use-item-actions.ts'
import { withConfirmed } from './with-patch.ts'

const state = { id: 'todo', group: 'unstarted' } as const
const before = draftOf({ name: 'Contours' }, { project_id: 'trail', state, created_by: 'ada' })

it('a confirmed change is shown where nothing else happened meanwhile', () => {
  const shown = withConfirmed('acme', before, { priority: 'low', label_ids: ['red'] }, before)
  expect(shown).toMatchObject({ priority: 'low', label_ids: ['red'] })
})

it('a later change whose event came before the response stays', () => {
  const now = { ...before, priority: 'medium', label_ids: ['blue'] } as const
  const patch = { priority: 'low', label_ids: ['red'], target_date: '2026-12-01' } as const
  const shown = withConfirmed(
    'acme',
    { ...now, label_ids: ['blue'] },
    { ...patch, label_ids: ['red'] },
    before,
  )
  expect(shown).toMatchObject({
    priority: 'medium',
    label_ids: ['blue'],
    target_date: '2026-12-01',
  })
})
