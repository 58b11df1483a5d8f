import { expect, it } from 'vitest'
import { isEmptyHtml } from './empty-html.ts'

it.each([
  [null],
  [undefined],
  [''],
  ['<p></p>'],
  ['<p> &nbsp;</p><p><br></p>'],
  ['<p>\u200b</p>'],
  ['<h1></h1><ul><li><p></p></li></ul>'],
  [
    '<ul data-type="taskList"><li><label><input type="checkbox"></label><div><p></p></div></li></ul>',
  ],
])('finds nothing said in %o', (html) => {
  expect(isEmptyHtml(html)).toBe(true)
})

it.each([
  ['<p>a</p>'],
  ['<p>0</p>'],
  ['<image-component src="x"></image-component>'],
  ['<p><mention-component entity_name="user_mention"></mention-component></p>'],
  ['<hr>'],
  ['<table><tbody><tr><td><p></p></td></tr></tbody></table>'],
])('finds something said in %o', (html) => {
  expect(isEmptyHtml(html)).toBe(false)
})
