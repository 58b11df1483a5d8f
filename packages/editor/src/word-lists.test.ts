import { parseHTML } from 'linkedom'
import { expect, it } from 'vitest'
import { hasWordLists, makeWordLists } from './word-lists.ts'

const line = (level: number, marker: string, words: string, list = 'l0') =>
  `<p class=MsoListParagraphCxSpMiddle style='margin-left:.5in;text-indent:-.25in;mso-list:${list} level${level} lfo1'>` +
  `<!--[if !supportLists]--><span style='font-family:Symbol'><span style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;</span></span></span><!--[endif]-->${words}</p>`

function lists(html: string) {
  const { document } = parseHTML(`<html><body>${html}</body></html>`)
  makeWordLists(document.body)
  return document.body.innerHTML
}

it('makes bullets of paragraphs with bullets', () => {
  expect(lists(line(1, '·', 'First') + line(1, '·', '<b>Second</b>'))).toBe(
    '<ul><li><p>First</p></li><li><p><b>Second</b></p></li></ul>',
  )
})

it('nests by level, and tells numbers from bullets', () => {
  const html = line(1, '1.', 'One') + line(2, 'o', 'inside') + line(1, '2.', 'Two')
  expect(lists(html)).toBe(
    '<ol><li><p>One</p><ul><li><p>inside</p></li></ul></li><li><p>Two</p></li></ol>',
  )
})

it('goes on counting where the list does', () => {
  expect(lists(line(1, '4)', 'Four'))).toBe('<ol start="4"><li><p>Four</p></li></ol>')
})

it('keeps what stands between, and begins another list where Word does', () => {
  const html = `<p>Before</p>${line(1, '·', 'a')}<p>Between</p>${line(1, '·', 'b')}${line(1, '1.', 'c', 'l1')}`
  expect(lists(html)).toBe(
    '<p>Before</p><ul><li><p>a</p></li></ul><p>Between</p><ul><li><p>b</p></li></ul><ol><li><p>c</p></li></ol>',
  )
})

it('takes a list that begins deep', () => {
  expect(lists(line(3, '§', 'deep') + line(1, '·', 'top'))).toBe(
    '<ul><li><p>deep</p></li></ul><ul><li><p>top</p></li></ul>',
  )
})

it('leaves everything else alone', () => {
  expect(hasWordLists('<p class="MsoNormal">Plain</p>')).toBe(false)
})
