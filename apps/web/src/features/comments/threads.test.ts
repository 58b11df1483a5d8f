import type { HeardComment } from '@cairn/contract'
import { expect, it } from 'vitest'
import { foldedAnswers, threadsOf } from './threads.ts'

const said = (id: string, parent: string | null = null) =>
  ({
    id,
    parent,
    created_at: `2026-01-01T00:00:0${id}Z`,
    parent_created_at: parent && `2026-01-01T00:00:0${parent}Z`,
  }) as HeardComment

it('puts answers below what they answer, where that stands', () => {
  const threads = threadsOf([said('1'), said('2'), said('3', '1'), said('4', '2'), said('5', '1')])
  expect(threads.map(({ id, answers }) => [id, ...answers.map((one) => one.id)])).toEqual([
    ['1', '3', '5'],
    ['2', '4'],
  ])
})

it('keeps the answers of a comment that is deleted, where it stood', () => {
  const [thread] = threadsOf([said('3', '1'), said('5', '1')])
  expect(thread).toMatchObject({ id: '1', first: undefined, at: '2026-01-01T00:00:01Z' })
  expect(thread?.answers.length).toBe(2)
})

it('folds all but the last two answers, unless one of the others is linked to', () => {
  const answers = ['1', '2', '3', '4', '5'].map((id) => said(id, '0'))
  expect(foldedAnswers(answers.slice(0, 3), undefined)).toBe(0)
  expect(foldedAnswers(answers, undefined)).toBe(3)
  expect(foldedAnswers(answers, '2')).toBe(1)
  expect(foldedAnswers(answers, '5')).toBe(3)
})
