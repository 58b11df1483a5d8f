import type { Page, WorkItemResults } from '@cairn/contract'
import { beforeEach, expect, it } from 'vitest'
import { ApiError } from './api.ts'
import { answerList, type LocalCopy, onWake, setLocalCopy } from './local-copy.ts'
import { throughCopy } from './notify-copy.ts'

const question = { slug: 'acme', project_id: 'trail', params: {} }
const page = (name: string) => ({ extra_stats: name }) as unknown as Page<WorkItemResults>
const [ours, theirs] = [page('ours'), page('theirs')]
const fail = (status: number) => async () => {
  throw new ApiError(status, null, undefined)
}

const copyThat = (
  answer: Page<WorkItemResults> | undefined,
  received: unknown[] = [],
): LocalCopy => ({
  ask: async () => answer,
  find: async () => undefined,
  notify: (_, news) => received.push(news),
})

beforeEach(() => {
  setLocalCopy(undefined)
  onWake(async () => undefined)
})

it('asks the copy first, and the server only where that does not know', async () => {
  setLocalCopy(copyThat(ours))
  expect(await answerList(question, fail(500))).toBe(ours)
  setLocalCopy(copyThat(undefined))
  expect(await answerList(question, async () => theirs)).toBe(theirs)
})

it.each([0, 503])('when the server answers %s, what was last known will do', async (status) => {
  onWake(async () => copyThat(ours))
  expect(await answerList(question, fail(status))).toBe(ours)
})

it('a server that says nothing is waited for no longer than a moment', async () => {
  onWake(async () => copyThat(ours))
  expect(await answerList(question, () => new Promise(() => undefined))).toBe(ours)
})

it.each([0, 400, 403, 404])(
  'without a copy, or when it is refused, %s stays %s',
  async (status) => {
    if (status > 0) onWake(async () => copyThat(ours))
    await expect(answerList(question, fail(status))).rejects.toMatchObject({ status })
  },
)

it('shows a change while it is sent, and takes it back when it is refused', async () => {
  const received: unknown[] = []
  setLocalCopy(copyThat(undefined, received))
  const change = { id: '1', patch: { name: 'New' } }
  await throughCopy('acme', change, async () => undefined)
  expect(received.splice(0)).toEqual([
    { kind: 'change', ...change },
    { kind: 'confirm', id: '1' },
  ])
  await expect(throughCopy('acme', change, fail(403))).rejects.toMatchObject({ status: 403 })
  expect(received).toEqual([
    { kind: 'change', ...change },
    { kind: 'revert', id: '1' },
  ])
})
