import { expect, it } from 'vitest'
import { toPublicHtml, toStoredHtml } from './public-html.ts'

const project = '11111111-1111-4111-8111-111111111111'
const asset = '22222222-2222-4222-8222-222222222222'
const stored = `<img src="/api/assets/v2/workspaces/acme/projects/${project}/${asset}/">`
const shown = `<img src="/api/public/assets/v2/anchor/abc/${asset}/">`

it('shows pictures under the link, and stores them under the project', () => {
  expect(toPublicHtml(stored, 'abc')).toBe(shown)
  expect(toStoredHtml(shown, 'acme', project)).toBe(stored)
})

it('knows pictures that belong to no project yet', () => {
  const loose = `<img src="/api/assets/v2/workspaces/acme/${asset}/">`
  expect(toPublicHtml(loose, 'abc')).toBe(shown)
})

it.each(['<img src="https://example.com/x.png">', '<p>/api/assets/v2/static/x/</p>'])(
  'leaves %s as it is',
  (html) => {
    expect(toPublicHtml(html, 'abc')).toBe(html)
  },
)
