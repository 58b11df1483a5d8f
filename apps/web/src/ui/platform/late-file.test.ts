import { expect, it } from 'vitest'
import { lateFile } from './late-file.ts'

it('is read once, and its callers continue in the order of their calls', async () => {
  const reads: PromiseWithResolvers<string>[] = []
  const file = lateFile(() => {
    const read = Promise.withResolvers<string>()
    reads.push(read)
    return read.promise
  })
  const order: number[] = []
  const calls = [1, 2, 3].map((number) => file.load().then(() => order.push(number)))
  expect(file.now).toBeUndefined()
  for (const read of reads.toReversed()) read.resolve('read')
  await Promise.all(calls)
  expect(reads).toHaveLength(1)
  expect(order).toEqual([1, 2, 3])
  expect(file.now).toBe('read')
  expect(await file.load()).toBe('read')
})

it('is read again by the next call after a failure', async () => {
  let isReachable = false
  const file = lateFile(async () => {
    if (!isReachable) throw new Error('offline')
    return 'read'
  })
  await expect(file.load()).rejects.toThrow('offline')
  isReachable = true
  expect(await file.load()).toBe('read')
})

it('is used at once where it is loaded, else when it is', async () => {
  const file = lateFile(async () => 'read')
  const used: string[] = []
  file.use((read) => used.push(read))
  expect(used).toEqual([])
  await file.load()
  expect(used).toEqual(['read'])
  file.use((read) => used.push(`${read} again`))
  expect(used).toEqual(['read', 'read again'])
})
