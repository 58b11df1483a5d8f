import { readHtml } from '@cairn/editor'
import { describe, expect, it } from 'vitest'
import { type Printed, toPrinted } from './pdf-content.ts'

const pictures = new Map([['/api/assets/1/', 'data:image/png;base64,AAAA']])
const print = (html: string) => toPrinted(readHtml(html), { width: 500, pictures })

/** All its text, in order. */
function textIn(printed: Printed | Printed[]): string {
  if (Array.isArray(printed)) return printed.map(textIn).join('|')
  const { text, stack, ul, ol, columns, table } = printed
  if (typeof text === 'string') return text
  const inside = text ?? stack ?? ul ?? ol ?? columns ?? table?.body.flat() ?? []
  return inside.map(textIn).join('')
}

describe('a document on paper', () => {
  it('has headings by their rank, and paragraphs with their marks', () => {
    const [title, line] = print(
      '<h2>Plan</h2><p data-text-align="center">a <strong>b <em>c</em></strong> <a href="https://x.test">d</a></p>',
    )
    expect(title).toMatchObject({ fontSize: 16, bold: true, text: [{ text: 'Plan' }] })
    expect(line).toMatchObject({
      alignment: 'center',
      text: [
        { text: 'a ' },
        { text: 'b ', bold: true },
        { text: 'c', bold: true, italics: true },
        { text: ' ' },
        { text: 'd', link: 'https://x.test' },
      ],
    })
  })

  it('underlines and strikes through at once', () => {
    expect(print('<p><u><s>x</s></u></p>')[0]?.text).toEqual([
      { text: 'x', decoration: ['underline', 'lineThrough'] },
    ])
  })

  it('has lists in lists, numbers from where they start, and boxes to tick', () => {
    const [bullets] = print('<ul><li><p>a</p><ul><li><p>b</p></li></ul></li></ul>')
    expect(bullets?.ul?.[0]?.stack?.[1]).toMatchObject({ ul: [{ stack: [{}] }] })
    expect(print('<ol start="3"><li><p>c</p></li></ol>')[0]).toMatchObject({ start: 3 })
    const [tasks] = print(
      '<ul data-type="taskList"><li data-type="taskItem" data-checked="true"><label><input></label><div><p>d</p></div></li></ul>',
    )
    expect(tasks?.stack?.[0]?.columns?.[0]?.canvas).toHaveLength(2)
    expect(textIn(tasks ?? {})).toBe('d')
  })

  it('has tables, with empty cells under those that cover others', () => {
    const [printed] = print(
      '<table><tbody><tr><th colspan="2"><p>a</p></th></tr><tr><td rowspan="2"><p>b</p></td><td><p>c</p></td></tr><tr><td><p>d</p></td></tr></tbody></table>',
    )
    const body = printed?.table?.body ?? []
    expect(body.map((row) => row.map(textIn))).toEqual([
      ['a', ''],
      ['b', 'c'],
      ['', 'd'],
    ])
    expect(body[0]?.[0]).toMatchObject({ colSpan: 2, bold: true })
    expect(body[1]?.[0]).toMatchObject({ rowSpan: 2 })
  })

  it('has pictures as wide as they were drawn, and leaves out those that cannot be read', () => {
    expect(print('<image-component src="/api/assets/1/" width="50%"></image-component>')).toEqual([
      expect.objectContaining({ image: 'data:image/png;base64,AAAA', width: 250 }),
    ])
    expect(print('<image-component src="/api/assets/2/"></image-component>')).toEqual([])
  })

  it('keeps the spaces of code, and names what has no letter', () => {
    expect(textIn(print('<pre><code>  a\n  b</code></pre>'))).toBe('  a\n  b')
    expect(textIn(print('<p>x <span data-type="emoji" data-name="tada">🎉</span> y 🎉</p>'))).toBe(
      'x :tada: y ',
    )
  })
})
