import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { readOn } from './read-on.ts'

const key = ['pages']

/** A list of three pages whose responses the test releases. */
async function listOf() {
  const client = new QueryClient()
  const asked: { page: number; answer: () => void }[] = []
  const observer = new InfiniteQueryObserver(client, {
    queryKey: key,
    retry: false,
    initialPageParam: 0,
    queryFn: ({ pageParam, signal }) =>
      new Promise<number>((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('gone')))
        asked.push({ page: pageParam, answer: () => resolve(pageParam) })
      }),
    getNextPageParam: (last: number) => (last < 2 ? last + 1 : undefined),
  })
  observer.subscribe(() => {})
  const answerNext = async (page: number) => {
    await expect.poll(() => asked.at(-1)?.page).toBe(page)
    asked.pop()?.answer()
  }
  const pages = () => observer.getCurrentResult().data?.pages
  await answerNext(0)
  await expect.poll(pages).toEqual([0])
  return { client, observer, answerNext, pages }
}

it('reads one page on, and none behind the last', async () => {
  const { observer, answerNext, pages } = await listOf()
  for (const page of [1, 2]) {
    const done = readOn(observer.getCurrentResult())
    await answerNext(page)
    await done
  }
  expect(pages()).toEqual([0, 1, 2])
  await readOn(observer.getCurrentResult())
  expect(pages()).toEqual([0, 1, 2])
})

it('comes to its page though the list is read again meanwhile', async () => {
  const { client, observer, answerNext, pages } = await listOf()
  const done = readOn(observer.getCurrentResult())
  // An event: the pending request is canceled, and the first page requested again.
  void client.invalidateQueries({ queryKey: key })
  await answerNext(0)
  await answerNext(1)
  await done
  expect(pages()).toEqual([0, 1])
})

it('waits for news that is on its way, and loses none', async () => {
  const { client, observer, answerNext, pages } = await listOf()
  void client.invalidateQueries({ queryKey: key })
  const done = readOn(observer.getCurrentResult())
  await answerNext(0)
  await answerNext(1)
  await done
  expect(pages()).toEqual([0, 1])
})

it('ends where the page cannot be read', async () => {
  const client = new QueryClient()
  const observer = new InfiniteQueryObserver(client, {
    queryKey: key,
    retry: false,
    initialPageParam: 0,
    queryFn: async ({ pageParam }) => {
      if (pageParam > 0) throw new Error('away')
      return pageParam
    },
    getNextPageParam: (last: number) => last + 1,
  })
  observer.subscribe(() => {})
  await expect.poll(() => observer.getCurrentResult().data?.pages).toEqual([0])
  await readOn(observer.getCurrentResult())
  expect(observer.getCurrentResult().data?.pages).toEqual([0])
})
