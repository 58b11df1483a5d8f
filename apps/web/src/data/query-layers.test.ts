import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, it } from 'vitest'
import { QueryLayers } from './query-layers.ts'

interface Item {
  isArchived: boolean
}

const archive = (item: Item): Item => ({ ...item, isArchived: true })
const restore = (item: Item): Item => ({ ...item, isArchived: false })

/** An item whose requests are answered by the test, and which two screens can show in turn. */
function item() {
  const client = new QueryClient({ defaultOptions: { queries: { structuralSharing: false } } })
  const layers = new QueryLayers(client)
  const queryKey = ['item']
  const requests: ((item: Item) => void)[] = []
  const queryFn = ({ signal }: { signal: AbortSignal }) =>
    new Promise<Item>((resolve, reject) => {
      signal.onabort = () => reject(signal.reason)
      requests.push(resolve)
    })
  client.setQueryData(queryKey, { isArchived: false })
  return {
    layers,
    queryKey,
    shown: () => client.getQueryData<Item>(queryKey),
    isReading: () => client.isFetching() > 0,
    /** Shows it and reads it again. Returns what leaves the screen. */
    open: () => new QueryObserver(client, { queryKey, queryFn, staleTime: 0 }).subscribe(() => {}),
    answer: (data: Item) => requests.at(-1)?.(data),
  }
}

it('shows what changed while it was read, whatever the answer contains', async () => {
  const { layers, queryKey, open, answer, shown, isReading } = item()
  const leave = open()
  layers.happen(queryKey, archive)
  answer({ isArchived: false })
  await expect.poll(isReading).toBe(false)
  expect(shown()).toEqual({ isArchived: true })
  leave()
})

it('does not repeat a change of a cancelled request on a later answer', async () => {
  const { layers, queryKey, open, answer, shown, isReading } = item()
  const leave = open()
  layers.happen(queryKey, archive)
  leave()
  expect(isReading()).toBe(false)
  expect(shown()).toEqual({ isArchived: true })
  layers.happen(queryKey, restore)
  expect(shown()).toEqual({ isArchived: false })
  const leaveAgain = open()
  answer({ isArchived: false })
  await expect.poll(isReading).toBe(false)
  expect(shown()).toEqual({ isArchived: false })
  leaveAgain()
})
