import { expect, it, onTestFinished } from 'vitest'
import { watchRights } from './standing.ts'

/** Permissions that change during each review, as in an instance with constant sign-ins. */
function busyInstance() {
  let change = () => {}
  let reviews = 0
  const rights = watchRights(
    {
      ask: async () => undefined,
      isCurrent: () => true,
      onChange: (callback) => {
        change = callback
      },
    },
    {
      suspend() {},
      async review() {
        reviews += 1
        change()
      },
      resume() {},
      firstExpiry: () => Number.POSITIVE_INFINITY,
    },
  )
  onTestFinished(() => rights.stop())
  return { rights, change: () => change(), reviews: () => reviews }
}

it('what comes after a change waits for its review, and not for the changes after it', async () => {
  const { rights, change, reviews } = busyInstance()
  await rights.reviewed()
  expect(reviews()).toBe(0)
  change()
  await rights.reviewed()
  expect(reviews()).toBe(1)
  const before = rights.changes
  await rights.reviewed()
  expect(reviews()).toBe(2)
  // Earlier changes were covered by the same review.
  await rights.reviewed(before)
  expect(reviews()).toBe(2)
})
