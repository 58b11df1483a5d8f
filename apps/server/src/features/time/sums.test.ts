import { addDays } from '@cairn/calendar'
import { timeApi as api, GUEST, MEMBER, modulesApi, workItemsApi } from '@cairn/contract'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { addCycle, putInto } from '#features/cycles/test-kit/cycles.ts'
import { addItem } from '#features/work-items/test-kit/items.ts'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'
import { anotherProject, log, trackTime } from './test-kit/time.ts'

const { projectOf, database } = await testServer()
const { db } = database

interface Item {
  id: string
  project_id: string
  parent_id: string | null
  cycle_id: string | null
  created_by: string
  module_ids: string[]
}
interface Entry {
  work_item_id: string
  logged_by: string
  duration: number
}

/** The plain rows: what belongs where is decided here, entry by entry. */
async function readRows(workspace: string) {
  const { rows: items } = await sql<Item>`
    select i.id, i.project_id, i.parent_id, i.cycle_id, i.created_by,
      array(select module_id from module_items m where m.work_item_id = i.id and m.is_live)
        as module_ids
    from work_items i join workspaces w on w.id = i.workspace_id
    where w.slug = ${workspace} and i.deleted_at is null`.execute(db)
  const { rows: entries } = await sql<Entry>`
    select l.work_item_id, l.logged_by, l.duration from work_logs l
    join workspaces w on w.id = l.workspace_id
    where w.slug = ${workspace} and l.deleted_at is null`.execute(db)
  const byId = new Map(items.map((item) => [item.id, item]))
  const isBelow = (item: Item, id: string): boolean => {
    const parent = byId.get(item.parent_id ?? '')
    return parent !== undefined && (parent.id === id || isBelow(parent, id))
  }
  const sum = (counts: (item: Item, entry: Entry) => boolean) => {
    let total = 0
    for (const entry of entries) {
      const item = byId.get(entry.work_item_id)
      if (item && counts(item, entry)) total += entry.duration
    }
    return total
  }
  return { items, sum, isBelow }
}

const [OPERATIONS, RUNS] = [25, 6]

// @cap:time.sums
it('sums of items, sub-items, cycles, modules, projects and people equal a recount, whatever happens', async () => {
  const operation = fc.record({
    kind: fc.constantFrom(
      ...(['log', 'log', 'log', 'change', 'remove', 'delete', 'undelete', 'move'] as const),
      ...(['cycle', 'module', 'parent', 'archive'] as const),
    ),
    item: fc.nat(),
    other: fc.nat(),
    minutes: fc.integer({ min: 1, max: 500 }),
    byAda: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(operation, { maxLength: OPERATIONS, minLength: 5 }), async (ops) => {
      const { ada, mel, gus } = await projectOf('ada', ['mel', MEMBER], ['gus', GUEST])
      await trackTime(ada)
      const there = await anotherProject(ada)
      await sql`
        insert into project_members (workspace_id, project_id, user_id, role)
        select workspace_id, ${there.place.project_id}, user_id, role from project_members
        where project_id = ${ada.place.project_id} and user_id <> ${ada.user_id}`.execute(db)
      const at = (client: Client, project_id: string) => client.at({ ...client.place, project_id })
      const cycle = await addCycle(ada, 'Sprint')
      const module = await ada.call(modulesApi.create, { body: { name: 'Offline' } })
      const own = await addItem(ada, 'of gus')
      await sql`update work_items set created_by = ${gus.user_id} where id = ${own.id}`.execute(db)
      const items = [own.id]
      for (const name of ['one', 'two', 'three', 'four']) items.push((await addItem(ada, name)).id)
      const entries: { item: string; id: string }[] = []
      const homes = new Map(items.map((id) => [id, ada.place.project_id ?? '']))

      for (const { kind, item, other, minutes, byAda } of ops) {
        const id = items[item % items.length] ?? ''
        const second = items[other % items.length] ?? ''
        const home = homes.get(id) ?? ''
        const params = { id }
        const who = at(byAda ? ada : mel, home)
        const admin = at(ada, home)
        const entry = entries[other % Math.max(1, entries.length)]
        const ofEntry = {
          who: at(ada, homes.get(entry?.item ?? '') ?? ''),
          params: { id: entry?.item ?? id, worklog_id: entry?.id ?? id },
        }
        // Some are refused, like one on a deleted item: then nothing may change.
        if (kind === 'log') {
          const { status, body } = await who.attempt(api.create, {
            params,
            body: { duration: minutes, day: addDays('2026-03-02', minutes % 10) ?? '' },
          })
          if (status === 201) entries.push({ item: id, id: (body as { id: string }).id })
        }
        if (kind === 'change') {
          const body = { duration: minutes }
          await ofEntry.who.attempt(api.change, { params: ofEntry.params, body })
        }
        if (kind === 'remove') await ofEntry.who.attempt(api.remove, { params: ofEntry.params })
        if (kind === 'delete') await admin.attempt(workItemsApi.remove, { params })
        if (kind === 'undelete')
          await admin.attempt(workItemsApi.bulkRestore, { body: { issue_ids: [id] } })
        if (kind === 'archive')
          await sql`update work_items set archived_at = now() where id = ${id}`.execute(db)
        if (kind === 'move') {
          const target =
            home === ada.place.project_id ? there.place.project_id : ada.place.project_id
          const body = { project_id: target ?? '' }
          const { status } = await admin.attempt(workItemsApi.move, { params, body })
          if (status === 200) homes.set(id, target ?? '')
        }
        if (kind === 'cycle') await putInto(ada, cycle.id, [id]).catch(() => undefined)
        if (kind === 'module')
          await ada.attempt(modulesApi.addItems, {
            params: { id: module.id },
            body: { issues: [id] },
          })
        if (kind === 'parent')
          await admin.attempt(workItemsApi.change, { params, body: { parent_id: second } })
      }

      const { items: live, sum, isBelow } = await readRows(ada.place.slug ?? '')
      for (const { id, project_id } of live) {
        const time = await at(ada, project_id).call(api.ofItem, { params: { id } })
        expect(time).toMatchObject({
          spent: sum((one) => one.id === id),
          sub_items_spent: sum((one) => isBelow(one, id)),
        })
        expect(time.logs.reduce((total, { duration }) => total + duration, 0)).toBe(time.spent)
      }
      for (const client of [ada, gus]) {
        const sees = (one: Item) => client === ada || one.created_by === gus.user_id
        const spent = async (call: typeof api.ofProject, project_id: string) =>
          (await at(client, project_id).call(call)).spent
        for (const project_id of [ada.place.project_id ?? '', there.place.project_id ?? '']) {
          expect(await spent(api.ofProject, project_id)).toBe(
            sum((one) => one.project_id === project_id && sees(one)),
          )
        }
        const ofCycle = await client.call(api.ofCycle, { params: { cycle_id: cycle.id } })
        expect(ofCycle.spent).toBe(sum((one) => one.cycle_id === cycle.id && sees(one)))
        const ofModule = await client.call(api.ofModule, { params: { module_id: module.id } })
        expect(ofModule.spent).toBe(sum((one) => one.module_ids.includes(module.id) && sees(one)))
        for (const { user_id } of [ada, mel]) {
          const ofPerson = await client.call(api.ofPerson, { params: { user_id } })
          expect(ofPerson.spent).toBe(sum((one, entry) => entry.logged_by === user_id && sees(one)))
        }
      }
      const total = await ada.call(api.ofProject)
      expect(total.people.reduce((all, { spent }) => all + spent, 0)).toBe(total.spent)
    }),
    { numRuns: RUNS },
  )
})

it('sums stay exact while many log, change and delete at the same time', async () => {
  const { ada, mel } = await projectOf('ada', ['mel', MEMBER])
  await trackTime(ada)
  const { id } = await addItem(ada, 'one')
  const first = await Promise.all(Array.from({ length: 20 }, (_, n) => log(ada, id, n + 1)))
  await Promise.all([
    ...first
      .slice(0, 8)
      .map(({ id: worklog_id }) =>
        ada.call(api.change, { params: { id, worklog_id }, body: { duration: 100 } }),
      ),
    ...first
      .slice(8, 14)
      .map(({ id: worklog_id }) => ada.call(api.remove, { params: { id, worklog_id } })),
    ...Array.from({ length: 10 }, () => log(mel, id, 7)),
  ])
  const rest = 15 + 16 + 17 + 18 + 19 + 20
  expect(await ada.call(api.ofItem, { params: { id } })).toMatchObject({
    spent: 800 + rest + 70,
    people: [
      { user_id: ada.user_id, spent: 800 + rest },
      { user_id: mel.user_id, spent: 70 },
    ],
  })
})
