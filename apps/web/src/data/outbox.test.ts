import { queryOptions } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { ApiError } from './api.ts'
import type { AnyMutation, Replayed } from './durable-mutations.ts'
import { newId } from './new-id.ts'
import { Outbox } from './outbox.ts'
import { isUndecided } from './outbox-state.ts'
import { queryClient } from './query-client.ts'

interface Rename {
  id: string
  name: string
}

type Names = Record<string, string>

interface StageOptions {
  /** Renamed together in one request; see `Batch`. */
  together?: (many: readonly Rename[]) => Promise<(Replayed<Rename, unknown> | undefined)[]>
}

/** Named entities, on a server with configurable responses. */
function stage({ together }: StageOptions = {}) {
  const query = queryOptions<Names>({ queryKey: ['names', newId()], queryFn: () => ({}) })
  queryClient.setQueryData(query.queryKey, { a: 'Alpha', b: 'Beta' })
  const sent: string[] = []
  let answer: (rename: Rename) => Promise<Replayed<Rename, unknown>> = async () => ({
    answer: undefined,
  })
  const mutation: AnyMutation = {
    query,
    send: async () => undefined,
    apply: (names: Names, { id, name }: Rename) => ({ ...names, [id]: name }),
    line: ({ id }: Rename) => id,
    durable: {
      ...{ name: 'rename', scope: null },
      about: ({ id }: Rename) => [id],
      replay: async (rename: Rename) => {
        sent.push(`${rename.id} ${rename.name}`)
        return answer(rename)
      },
      ...(together && { batch: { key: () => 'all', replay: together } }),
    },
    failure: 'work_items.not_changed',
  }
  const outbox = new Outbox(newId(), { rename: async () => () => mutation })
  return {
    ...{ outbox, sent, query },
    rename: (id: string, name: string) => outbox.add(mutation, { id, name }),
    names: () => queryClient.getQueryData(query.queryKey),
    answers: (next: typeof answer) => {
      answer = next
    },
    waiting: () => outbox.entries().filter((entry) => !isUndecided(entry)).length,
    undecided: () => outbox.entries().filter(isUndecided),
  }
}

it('shows what waits, also in what is read later, and sends it in order', async () => {
  const { outbox, sent, query, rename, names, waiting } = stage()
  await rename('a', 'Arête')
  await rename('a', 'Aiguille')
  await rename('b', 'Bivouac')
  expect(names()).toEqual({ a: 'Aiguille', b: 'Bivouac' })
  await queryClient.fetchQuery({
    ...query,
    staleTime: 0,
    queryFn: () => ({ a: 'Alpha', b: 'Beta', c: 'Col' }),
  })
  await expect.poll(names).toEqual({ a: 'Aiguille', b: 'Bivouac', c: 'Col' })
  await outbox.send()
  expect(sent.filter((one) => one.startsWith('a'))).toEqual(['a Arête', 'a Aiguille'])
  expect(waiting()).toBe(0)
  expect(names()).toEqual({ a: 'Aiguille', b: 'Bivouac', c: 'Col' })
})

it('goes on waiting while nobody answers', async () => {
  const { outbox, rename, names, answers, waiting } = stage()
  answers(() => Promise.reject(new ApiError(0, null, undefined)))
  const stored = await rename('a', 'Arête')
  await outbox.send()
  expect(waiting()).toBe(1)
  expect(names()).toMatchObject({ a: 'Arête' })
  answers(async () => ({ answer: 'made' }))
  await outbox.send()
  expect(await stored.delivered).toBe('made')
})

it('takes back what is withdrawn, and does not send it', async () => {
  const { outbox, sent, rename, names } = stage()
  const stored = await rename('a', 'Arête')
  expect(stored.withdraw()).toBe(true)
  expect(names()).toMatchObject({ a: 'Alpha' })
  await outbox.send()
  expect(sent).toEqual([])
  expect(stored.withdraw()).toBe(false)
})

it('keeps what the server refuses until its author has decided', async () => {
  const { outbox, sent, rename, names, answers, undecided } = stage()
  answers(() => Promise.reject(new ApiError(403, null, undefined)))
  const { delivered } = await rename('a', 'Arête')
  await outbox.send()
  await expect(delivered).rejects.toMatchObject({ status: 403 })
  expect(names()).toMatchObject({ a: 'Alpha' })
  const [refused] = undecided()
  expect(refused).toMatchObject({ refusal: { reason: 'forbidden' }, variables: { name: 'Arête' } })
  answers(async () => ({ answer: undefined }))
  await outbox.insist(refused?.id ?? '')
  await expect.poll(() => outbox.entries()).toEqual([])
  expect(sent).toEqual(['a Arête', 'a Arête'])
})

it('offers one’s own value where somebody else was faster, the last one of several', async () => {
  const { outbox, sent, rename, answers, undecided, waiting } = stage()
  answers(async (mine) => ({
    answer: undefined,
    conflicts: [
      {
        conflict: {
          ...{ field: 'name', theirs: 'Theirs', mine: mine.name },
          ...{ changed_by: null, changed_at: null },
        },
        variables: mine,
      },
    ],
  }))
  await rename('a', 'First')
  await rename('a', 'Second')
  await outbox.send()
  expect(waiting()).toBe(0)
  expect(undecided().map(({ conflict }) => conflict?.mine)).toEqual(['Second'])
  answers(async () => ({ answer: undefined }))
  await outbox.insist(undecided()[0]?.id ?? '')
  await expect.poll(() => outbox.entries()).toEqual([])
  expect(sent).toEqual(['a First', 'a Second', 'a Second'])
})

it('sends many changes, each of them once', async () => {
  const { outbox, sent, rename, waiting } = stage()
  for (let n = 0; n < 100; n += 1) await rename(`thing ${n}`, 'New')
  await outbox.send()
  expect(waiting()).toBe(0)
  expect(new Set(sent).size).toBe(100)
  expect(sent).toHaveLength(100)
})

/** Waits for an outage of the server, so that all changes are sent at once afterwards. */
async function renameWhileDown({ outbox, rename, answers }: ReturnType<typeof stage>, ids: string) {
  answers(() => Promise.reject(new ApiError(0, null, undefined)))
  for (const id of ids) await rename(id, id.toUpperCase())
  await outbox.send()
  answers(async () => ({ answer: undefined }))
}

it('sends changes of different entities in one request, those of one entity in order', async () => {
  const requests: string[][] = []
  let isDown = true
  const staged = stage({
    together: async (many) => {
      if (isDown) throw new ApiError(0, null, undefined)
      requests.push(many.map(({ id }) => id))
      return many.map(() => ({ answer: undefined }))
    },
  })
  await renameWhileDown(staged, 'abab')
  isDown = false
  staged.sent.length = 0
  await staged.outbox.send()
  expect(requests).toEqual([
    ['a', 'b'],
    ['a', 'b'],
  ])
  expect(staged.sent).toEqual([])
  expect(staged.outbox.entries()).toEqual([])
})

it('sends one by one what could not be sent together', async () => {
  let isDown = true
  const staged = stage({
    together: async (many) => {
      if (isDown) throw new ApiError(0, null, undefined)
      return many.map(({ id }) => (id === 'b' ? undefined : { answer: undefined }))
    },
  })
  await renameWhileDown(staged, 'abc')
  isDown = false
  staged.sent.length = 0
  await staged.outbox.send()
  expect(staged.sent).toEqual(['b B'])
  expect(staged.outbox.entries()).toEqual([])
})

it('has the server answer each change alone if it refuses them together', async () => {
  const staged = stage({ together: () => Promise.reject(new ApiError(403, null, undefined)) })
  await renameWhileDown(staged, 'abc')
  staged.answers(async ({ id }) => {
    if (id === 'b') throw new ApiError(403, null, undefined)
    return { answer: undefined }
  })
  await staged.outbox.send()
  expect(staged.waiting()).toBe(0)
  expect(staged.undecided().map(({ variables }) => variables)).toEqual([{ id: 'b', name: 'B' }])
})
