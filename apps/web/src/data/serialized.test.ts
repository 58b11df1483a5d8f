import { expect, it } from 'vitest'
import { sendAllWaiting, serialized } from './serialized.ts'

const settled = () => new Promise((resolve) => setTimeout(resolve))

function actions() {
  const begun: string[] = []
  const ends = new Map<string, PromiseWithResolvers<void>>()
  const does = (name: string) => async () => {
    begun.push(name)
    const end = Promise.withResolvers<void>()
    ends.set(name, end)
    await end.promise
    return name
  }
  return {
    begun,
    does,
    end: (name: string) => ends.get(name)?.resolve(),
    fail: (name: string) => ends.get(name)?.reject(new Error(name)),
  }
}

it('sends one after the other, also when one fails', async () => {
  const { begun, does, end, fail } = actions()
  const one = serialized('item', does('one'))
  const two = serialized('item', does('two'))
  const other = serialized('other', does('other'))
  expect(begun).toEqual(['one', 'other'])
  fail('one')
  await expect(one).rejects.toThrow('one')
  await settled()
  expect(begun).toEqual(['one', 'other', 'two'])
  end('two')
  end('other')
  expect(await Promise.all([two, other])).toEqual(['two', 'other'])
})

it('sends what waits when the page is left, in order and once', async () => {
  const { begun, does, end } = actions()
  const turns = ['one', 'two', 'three'].map((name) => serialized('item', does(name)))
  expect(begun).toEqual(['one'])
  sendAllWaiting()
  expect(begun).toEqual(['one', 'two', 'three'])
  for (const name of ['one', 'two', 'three']) end(name)
  expect(await Promise.all(turns)).toEqual(['one', 'two', 'three'])
  expect(begun).toHaveLength(3)
})
