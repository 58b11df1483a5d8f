import {
  workItemsApi as api,
  cyclesApi,
  GUEST,
  workItemListsApi as lists,
  MEMBER,
  modulesApi,
  projectsApi,
  viewsApi,
  type WorkItem,
} from '@cairn/contract'
import { cyclesV1, modulesV1, workItemsV1 } from '@cairn/contract/v1'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { addCycle, putInto } from '#features/cycles/test-kit/cycles.ts'
import type { Client } from '#test/client.ts'
import { LiveSocket } from '#test/live-socket.ts'
import { programOf } from '#test/programs.ts'
import { testServer } from '#test/server.ts'
import { addItem } from './test-kit/items.ts'

/** Child counts include only children the reader may see, on every route. */
const { app, projectOf, database } = await testServer()
await app.listen({ port: 0, host: '127.0.0.1' })
await app.openPublicApi()

/** A parent item of Gus with a child of Gus, one of Ada, and one in a project only Ada is in. */
async function itemsWithChildren() {
  const { ada, mia, gus } = await projectOf('ada', ['mia', MEMBER], ['gus', GUEST])
  const parent = await addItem(ada, 'parent')
  const own = await addItem(ada, 'own', { parent_id: parent.id })
  await addItem(ada, 'theirs', { parent_id: parent.id })
  await addItem(ada, 'single')
  await sql`
    update work_items set created_by = ${gus.user_id}
    where id = any(${[parent.id, own.id]}::uuid[])`.execute(database.db)
  const secret = await ada.call(projectsApi.create, { body: { name: 'Huts', identifier: 'HUT' } })
  const there = ada.at({ project_id: secret.id })
  const addSecret = () => addItem(there, 'secret', { parent_id: parent.id })
  return { ada, mia, gus, parent, there, addSecret }
}

type Count = (reader: Client) => Promise<number | undefined>
const of = (parent: WorkItem, page: { results: unknown }) =>
  (page.results as WorkItem[]).find(({ id }) => id === parent.id)?.sub_issues_count

async function doors({ ada, parent }: { ada: Client; parent: WorkItem }) {
  const { id: cycle } = await addCycle(ada, 'Summer')
  await putInto(ada, cycle, [parent.id])
  const { id: module } = await ada.call(modulesApi.create, { body: { name: 'Offline' } })
  await ada.call(modulesApi.addItems, { params: { id: module }, body: { issues: [parent.id] } })
  const view = async (reader: Client) => {
    const { id } = await ada.call(viewsApi.create, { body: { name: 'All' } })
    await sql`update views set owned_by = ${reader.user_id} where id = ${id}`.execute(database.db)
    return { id }
  }
  const all: Record<string, Count> = {
    project: async (me) => of(parent, await me.call(lists.project)),
    'project, again': async (me) => of(parent, await me.call(lists.project)),
    'project with relations': async (me) => of(parent, await me.call(lists.projectDetail)),
    copy: async (me) => of(parent, await me.call(lists.sync)),
    item: async (me) => (await me.call(api.get, { params: { id: parent.id } })).sub_issues_count,
    workspace: async (me) => of(parent, await me.call(lists.workspace)),
    profile: async (me) =>
      of(parent, await me.call(lists.ofPerson, { params: { user_id: parent.created_by ?? '' } })),
    view: async (me) => of(parent, await me.call(viewsApi.items, { params: await view(me) })),
    cycle: async (me) => of(parent, await me.call(cyclesApi.items, { params: { id: cycle } })),
    module: async (me) => of(parent, await me.call(modulesApi.items, { params: { id: module } })),
    'cycle, by programs': async (me) => {
      const params = { cycle_id: cycle, issue_id: parent.id }
      return (await (await programOf(me)).call(cyclesV1.item, { params })).sub_issues_count
    },
    'live event': async (me) => {
      const socket = new LiveSocket(me)
      await socket.ready()
      await ada.call(api.change, {
        params: { id: parent.id },
        body: { name: `parent ${Math.random()}` },
      })
      const emitted = () =>
        socket.heard.flatMap((one) =>
          one.kind === 'event' && one.event.type === 'work_item.saved' ? [one.event.work_item] : [],
        )
      const item = await socket.until(() => emitted().find(({ id }) => id === parent.id))
      socket.socket.close()
      return item.sub_issues_count
    },
  }
  const countOf = async (reader: Client) =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(all).map(async ([name, count]) => [name, await count(reader)] as const),
      ),
    )
  return {
    countOf,
    every: (count: number) => Object.fromEntries(Object.keys(all).map((n) => [n, count])),
  }
}

it('counts their own for guests who see only those, and for others what is in their projects', async () => {
  const { ada, mia, gus, parent, addSecret } = await itemsWithChildren()
  const { countOf, every } = await doors({ ada, parent: { ...parent, created_by: gus.user_id } })
  expect(await countOf(ada)).toEqual(every(2))
  await addSecret()
  expect(await countOf(ada)).toEqual(every(3))
  expect(await countOf(mia)).toEqual(every(2))
  expect(await countOf(gus)).toEqual(every(1))
})

it('tells at once of a child that joins, leaves or comes back in another project', async () => {
  const { ada, mia, parent, there, addSecret } = await itemsWithChildren()
  const counts = async () => [
    of(parent, await ada.call(lists.project)),
    of(parent, await mia.call(lists.project)),
  ]
  expect(await counts()).toEqual([2, 2])
  const { id } = await addSecret()
  expect(await counts()).toEqual([3, 2])
  await there.call(api.remove, { params: { id } })
  expect(await counts()).toEqual([2, 2])
  await there.call(api.bulkRestore, { body: { issue_ids: [id] } })
  expect(await counts()).toEqual([3, 2])
  await there.call(projectsApi.archive)
  expect(await counts()).toEqual([2, 2])
})

it('orders by what the reader sees', async () => {
  const { ada, mia, parent, there } = await itemsWithChildren()
  const single = await addItem(ada, 'of many')
  for (const name of ['a', 'b', 'c']) await addItem(there, name, { parent_id: single.id })
  const first = async (reader: Client, list: typeof lists.project) => {
    const { results } = await reader.call(list, { query: { order_by: '-sub_issues_count' } })
    return (results as WorkItem[])[0]?.id
  }
  for (const list of [lists.project, lists.workspace] as (typeof lists.project)[]) {
    expect(await first(ada, list)).toBe(single.id)
    expect(await first(mia, list)).toBe(parent.id)
  }
})

it('answers programs who put an item into a module', async () => {
  const { ada, mia, parent, addSecret } = await itemsWithChildren()
  await addSecret()
  const { id: module_id } = await ada.call(modulesApi.create, { body: { name: 'Offline' } })
  const counted = async (reader: Client) => {
    const input = { params: { module_id }, body: { issues: [parent.id] } }
    const [item] = await (await programOf(reader)).call(modulesV1.addItems, input)
    return item?.sub_issues_count
  }
  expect([await counted(ada), await counted(mia)]).toEqual([3, 2])
})

it('answers programs who ask for what has children', async () => {
  const { ada, mia, there } = await itemsWithChildren()
  const single = await addItem(ada, 'of one')
  await addItem(there, 'secret', { parent_id: single.id })
  const found = async (reader: Client) => {
    const program = await programOf(reader)
    const page = await program.call(workItemsV1.list, { query: { pql: 'hasChildren()' } })
    return (page as { results: { name: string }[] }).results.map(({ name }) => name).toSorted()
  }
  expect(await found(ada)).toEqual(['of one', 'parent'])
  expect(await found(mia)).toEqual(['parent'])
})
