import {
  workItemsApi as api,
  GUEST,
  labelsApi,
  MEMBER,
  modulesApi,
  workItemTypesApi,
} from '@cairn/contract'
import { it } from 'vitest'
import type { Client } from '#test/client.ts'
import { testServer } from '#test/server.ts'
import { foldCounts, foldFacets } from './service.ts'
import { expectCountedRight, expectExact } from './test-kit/exact-counts.ts'
import { addItem, addItemOf, addLabel, archive, stateOf, useTypes } from './test-kit/items.ts'

const { projectOf, database } = await testServer()
const { db } = database

it('keeps totals by label, person, module, author and type exact through every change, folded or not', async () => {
  const { ada, mia, gus } = await projectOf('ada', ['mia', MEMBER], ['gus', GUEST])
  const labels = [await addLabel(ada, 'a'), await addLabel(ada, 'b'), await addLabel(ada, 'c')]
  const { id: module_id } = await ada.call(modulesApi.create, { body: { name: 'Maps' } })
  const done = await stateOf(ada, 'completed')
  const [task, bug] = await useTypes(ada)
  const one = await addItem(ada, 'one', { label_ids: labels, assignee_ids: [ada.user_id] })
  const two = await addItem(mia, 'two', { priority: 'high', assignee_ids: [mia.user_id] })
  const three = await addItem(ada, 'three', { parent_id: one.id })
  await addItemOf(db, ada, gus, 'four')

  const actions = [
    () => ada.call(api.change, { params: { id: one.id }, body: { label_ids: [labels[1] ?? ''] } }),
    () => ada.call(api.change, { params: { id: two.id }, body: { label_ids: labels } }),
    () => ada.call(api.change, { params: { id: one.id }, body: { priority: 'high' } }),
    () => ada.call(api.change, { params: { id: two.id }, body: { type_id: bug?.id ?? null } }),
    () => ada.call(api.change, { params: { id: three.id }, body: { type_id: null } }),
    () => ada.call(api.change, { params: { id: two.id }, body: { state_id: done } }),
    () => ada.call(api.change, { params: { id: three.id }, body: { parent_id: null } }),
    () =>
      ada.call(modulesApi.addItems, {
        params: { id: module_id },
        body: { issues: [one.id, two.id] },
      }),
    () => archive(ada, one.id),
    () => ada.call(labelsApi.remove, { params: { id: labels[1] ?? '' } }),
    () =>
      ada.call(api.bulkChange, {
        body: {
          issue_ids: [two.id, three.id],
          properties: { assignee_ids: [ada.user_id], label_ids: [labels[2] ?? ''] },
        },
      }),
    () => ada.call(api.restore, { params: { id: one.id } }),
    () => ada.call(modulesApi.remove, { params: { id: module_id } }),
    () =>
      ada.call(workItemTypesApi.remove, {
        params: { id: bug?.id ?? '' },
        query: { replacement: task?.id ?? '' },
      }),
    () => ada.call(api.remove, { params: { id: two.id } }),
  ]
  await expectExact(ada)
  for (const [n, action] of actions.entries()) {
    await action()
    if (n % 3 === 0) await foldFacets(db)
    await expectExact(ada)
  }
  await expectExact(ada, { priority: 'high' })
  await expectExact(gus)
  await expectCountedRight(db)
})

it('counts right what is changed by many while it is folded', async () => {
  const { ada, mia } = await projectOf('ada', ['mia', MEMBER])
  const labels = [await addLabel(ada, 'a'), await addLabel(ada, 'b')]
  const states = [await stateOf(ada, 'started'), await stateOf(ada, 'completed')]
  const items = await Promise.all(Array.from({ length: 6 }, (_, n) => addItem(ada, `i${n}`)))
  const change = (who: Client, n: number) => {
    const id = items[n % items.length]?.id ?? ''
    const body =
      n % 2 === 0
        ? { label_ids: labels.slice(0, n % 3) }
        : { state_id: states[n % 4 === 1 ? 0 : 1] ?? '', assignee_ids: [who.user_id] }
    return who.attempt(api.change, { params: { id }, body })
  }
  const changes = Array.from({ length: 60 }, (_, n) => change(n % 3 === 0 ? mia : ada, n * 7))
  const creations = Array.from({ length: 20 }, (_, n) =>
    addItem(n % 2 ? ada : mia, `new ${n}`, {
      label_ids: labels.slice(n % 3),
      state_id: states[n % 2],
    }),
  )
  const folds = Array.from({ length: 5 }, () => foldFacets(db).then(() => foldCounts(db)))
  await Promise.all([...changes, ...creations, ...folds])
  await expectExact(ada)
  await expectCountedRight(db)
})
