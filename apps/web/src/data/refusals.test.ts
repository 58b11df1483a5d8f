import { beforeAll, expect, it } from 'vitest'
import errors from '../locales/en/errors.json' with { type: 'json' }
import refusals from '../locales/en/refusals.json' with { type: 'json' }
import { addText } from './i18n.ts'
import { refusalMessage } from './refusals.ts'

const english = { ...errors, ...refusals }

beforeAll(() => addText(english))

it.each([
  ["You don't have the required permissions.", "You don't have permission to do this."],
  ['The required object does not exist.', "It was deleted, or you don't have access to it."],
  ['Module with this name already exists', 'Another module has this name.'],
  ['Something went wrong please try again later', 'Something went wrong. Try again.'],
  ['Ensure this field has no more than 255 characters.', 'Use 255 characters or fewer.'],
  ['A dashboard has at most 30 widgets', "There's room for 30. Remove one first."],
])('what the server says, %o, is read as %o', async (error, sentence) => {
  expect(await refusalMessage({ error }, 400)).toEqual({ sentence })
})

it.each([
  { project: ['Invalid pk "x" - object does not exist.'] },
  { detail: 'JSON parse error - nested deeper than 20' },
  { error: 'Name, url, repository_id and owner are required' },
  { count: ['A valid integer is required.'] },
])('what is for who writes programs is not shown: %j', async (body) => {
  expect(await refusalMessage(body, 400)).toEqual({})
})

it.each([
  [400, english.errors.refused],
  [403, "You don't have permission to do this."],
  [404, "It was deleted, or you don't have access to it."],
  [429, 'Too many attempts. Wait a few minutes and try again.'],
])(
  'what nobody has words for is told by its status %i, with the server’s words as a detail',
  async (status, sentence) => {
    const said = 'Not on a Sunday.'
    expect(await refusalMessage({ error: said }, status)).toEqual({ sentence, said })
  },
)

it('what broke is for who reads the logs', async () => {
  expect(await refusalMessage({ error: 'The disk is full' }, 500)).toEqual({})
})
