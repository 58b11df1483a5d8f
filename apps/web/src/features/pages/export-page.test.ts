import { expect, it } from 'vitest'
import { fileNameOf, toMarkdown, withoutPictures } from './export-page.ts'

it.each([
  ['Launch plan 2', 'launch-plan-2'],
  ['  "Wow!" (draft)  ', 'wow-draft'],
  ['Über Öl', 'über-öl'],
])('%s is kept as %s', (name, file) => {
  expect(fileNameOf(name)).toBe(file)
})

it('has the title above the text', () => {
  expect(toMarkdown('Plan', '<h2>One</h2><p>two</p>')).toBe('# Plan\n\n## One\n\ntwo\n')
})

it('leaves pictures out', () => {
  expect(
    withoutPictures('<p>a</p><image-component src="/x"></image-component><img src="/y"><p>b</p>'),
  ).toBe('<p>a</p><p>b</p>')
})
