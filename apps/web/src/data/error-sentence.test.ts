import { expect, it } from 'vitest'
import { sentenceIn } from './error-sentence.ts'

it.each([
  [{ error: 'Issue not found' }, 'Issue not found'],
  [{ detail: 'Not for you.' }, 'Not for you.'],
  [{ name: ['This field may not be blank.'] }, 'This field may not be blank.'],
  [{ url: { error: 'Invalid URL format.' } }, 'Invalid URL format.'],
  [
    { label_ids: { 0: ['Invalid pk "x" - object does not exist.'] } },
    'Invalid pk "x" - object does not exist.',
  ],
  [{ code: 'NAME TAKEN', name: 'The name is taken' }, 'The name is taken'],
  [{ error_code: 5010, error_message: 'EMAIL_REQUIRED' }, undefined],
  [{}, undefined],
  [null, undefined],
  ['<html>', undefined],
])('reads %j as %j', (body, sentence) => {
  expect(sentenceIn(body)).toBe(sentence)
})
