import { expect, it } from 'vitest'
import { addText } from '#data/i18n.ts'
import words from '../../locales/en/pages.json' with { type: 'json' }
import { pagePath } from './page-path.ts'

addText(words)

const scope = { slug: 'acme', project_id: 'maps' }

// @cap:pages.failure-messages
it.each([
  [{ ...scope, slug: '' }, 'notes'],
  [{ ...scope, project_id: '' }, 'notes'],
  [scope, ''],
])('without workspace, project or page (%o, %o) there is nothing to do', (place, id) => {
  expect(() => pagePath(place, id)).toThrow('Fill in the missing fields.')
})

it('names the place of a page', () => {
  expect(pagePath(scope, 'notes')).toEqual({ ...scope, id: 'notes' })
})
