import { ADMIN, GUEST, MEMBER, type Project, type WorkItem } from '@cairn/contract'
import { describe, expect, it } from 'vitest'
import type { TFunction } from '#data/i18n.ts'
import type { ListContext } from '#entities/work-item-list/list-context.ts'
import type { ListReferences } from '#entities/work-item-list/references.tsx'
import type { ItemRights } from '#entities/work-item-list/use-item-rights.ts'
import { itemMenu } from './item-menu.ts'

const place = { slug: 'acme', project_id: 'trail' }
const project: ListContext = { kind: 'project', ...place }
const archived: ListContext = { kind: 'archived', ...place }
const cycle: ListContext = { kind: 'cycle', ...place, cycle_id: 'c1', isOver: false }
const module: ListContext = { kind: 'module', ...place, module_id: 'm1' }
const done = { id: '1', project_id: 'trail', sequence_id: 1, archived_at: null } as WorkItem
Object.assign(done, { state__group: 'completed', module_ids: ['m1', 'm2'] })

const rightsOf = (role: number, change = true): ItemRights => ({
  canChange: () => change && role >= MEMBER,
  canRemove: () => role === ADMIN,
  isMember: () => role >= MEMBER,
})

function entries(context: ListContext, role: number, more: Partial<WorkItem> = {}) {
  const known = { identifier: 'TRAIL', member_role: role } as Project
  const asked: unknown[] = []
  const changed: unknown[] = []
  const menu = itemMenu({
    t: ((key: string) => key.replace('work_items.', '')) as unknown as TFunction,
    context,
    item: { ...done, ...more },
    rights: rightsOf(role, context.kind !== 'archived'),
    references: { projects: new Map([['trail', known]]) } as unknown as ListReferences,
    ask: ({ action }) => asked.push(action),
    askMany: (action) => asked.push(`${action} many`),
    isAdmin: role === ADMIN,
    form: role >= MEMBER ? () => undefined : undefined,
    change: (_item, patch) => changed.push(patch),
  })
  const items = menu.flatMap((entry) =>
    entry && entry !== 'line' && 'label' in entry ? [entry] : [],
  )
  return { labels: items.map(({ label }) => label), items, asked, changed }
}

const look = ['open_in_tab', 'copy_link', 'copy_key']
const write = ['edit', 'make_a_copy', 'move_to_project']

// @cap:work-items.row-menu
describe('the menu of an item', () => {
  it('offers by role what one may do', () => {
    expect(entries(project, GUEST).labels).toEqual(look)
    expect(entries(project, MEMBER).labels).toEqual([...write, ...look, 'archive'])
    expect(entries(project, ADMIN).labels).toEqual([...write, ...look, 'archive', 'delete'])
  })

  it('takes an item out of the cycle or the module whose list this is', () => {
    const ofCycle = entries(cycle, MEMBER)
    expect(ofCycle.labels).toContain('take_out_of_cycle')
    const ofModule = entries(module, MEMBER)
    expect(ofModule.labels).toContain('take_out_of_module')
    for (const { items, labels } of [ofCycle, ofModule]) {
      items[labels.findIndex((label) => label.startsWith('take_out'))]?.onSelect?.()
    }
    expect([...ofCycle.changed, ...ofModule.changed]).toEqual([
      { cycle_id: null },
      { module_ids: ['m2'] },
    ])
    for (const context of [cycle, module]) expect(entries(context, GUEST).labels).toEqual(look)
  })

  it('brings back or deletes what is put away, and archives only what is closed', () => {
    const away = { archived_at: '2026-11-01' }
    expect(entries(archived, MEMBER, away).labels).toEqual([...look, 'restore'])
    expect(entries(archived, ADMIN, away).labels).toEqual([...look, 'restore', 'delete'])
    const open = entries(project, MEMBER, { state__group: 'started' }).items
    expect(open.find(({ label }) => label === 'archive')).toMatchObject({ disabled: true })
  })
})
