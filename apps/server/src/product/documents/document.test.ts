import { mergeStates, readState } from '@cairn/editor/page-document'
import { describe, expect, it } from 'vitest'
import * as Y from 'yjs'
import { mentionsIn, mergedWith, savedAs, writtenAs, writtenFromHtml } from './document.ts'

const id = '1f0e2c0a-0000-4000-8000-000000000001'
const task = (text: string, checked: boolean, inner = '') =>
  `<li data-type="taskItem" data-checked="${checked}"><label><input type="checkbox"${checked ? ' checked' : ''} disabled /><span></span></label><div><p>${text}</p>${inner}</div></li>`

/** One of everything the editor supports, as the sanitizer writes it. */
const blocks = [
  '<p></p>',
  '<p>Plain &amp; simple &lt;tag&gt; "quoted" \u00a0 and 🏔️</p>',
  '<p data-text-align="center">In the middle</p>',
  '<p>One<br />two</p>',
  ...[1, 2, 3, 4, 5, 6].map((level) => `<h${level}>Heading ${level}</h${level}>`),
  '<h2 data-text-align="right">At the right</h2>',
  '<p>a <strong>b <em>c</em></strong><em> d</em> <u>e</u> <s>f</s> <code>g &lt;b&gt;</code></p>',
  '<p><span data-text-color="pink">x<span data-background-color="gray">y</span></span>z</p>',
  '<p><a href="https://example.test/?a=1&amp;b=2" target="_blank" rel="noopener noreferrer nofollow">link</a></p>',
  '<ul><li><p>one</p><ul><li><p>deep</p></li></ul></li><li><p>two</p></li></ul>',
  '<ol start="3"><li><p>three</p></li></ol>',
  `<ul data-type="taskList">${task('done', true)}${task('open', false, `<ul data-type="taskList">${task('inner', false)}</ul>`)}</ul>`,
  '<blockquote><p>said</p><p>and said</p></blockquote>',
  '<pre><code class="language-js">let a = 1\n\n  b &amp;&amp; c</code></pre>',
  '<hr />',
  '<table><tbody><tr><th colwidth="120"><p>A</p></th><td data-background-color="gray"><p>B</p></td></tr><tr><td colspan="2"><p>wide</p><ul><li><p>list</p></li></ul></td></tr></tbody></table>',
  '<div data-type="callout" data-background-color="green" data-logo-in-use="emoji" data-emoji-unicode="128161"><p>Mind</p><p>the gap</p></div>',
  '<div data-type="callout" data-logo-in-use="icon" data-icon-name="Bolt" data-icon-color="#ff0000"><p>Fast</p></div>',
  `<p>Hi <mention-component id="${id}" entity_identifier="${id}" entity_name="user_mention">@ada</mention-component>!</p>`,
  '<p><span data-type="emoji" data-name="smile">😀</span></p>',
  `<image-component id="${id}" src="/api/assets/v2/workspaces/w/projects/${id}/${id}/" alt="" width="35%" aspect-ratio="1.5" data-align="center"></image-component>`,
  `<page-embed-component id="${id}" entity_identifier="${id}" entity_name="page" project_identifier="${id}" workspace_identifier="acme"></page-embed-component>`,
  `<issue-embed-component id="${id}" entity_identifier="${id}" entity_name="issue" project_identifier="${id}" workspace_identifier="acme"></issue-embed-component>`,
]

const roundTrip = (html: string) => writtenAs(writtenFromHtml(html).description_binary)

describe('HTML that becomes a document and HTML again', () => {
  it.each(blocks)('is the same: %s', (html) => {
    expect(roundTrip(html).description_html).toBe(html)
  })

  it('is the same in any order and company', () => {
    let seed = 20_261_115
    const next = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return seed % below
    }
    for (let n = 0; n < 60; n += 1) {
      const some = Array.from({ length: 1 + next(12) }, () => blocks[next(blocks.length)] ?? '')
      // Two adjacent lists of the same type are one list to HTML parsers.
      const html = some.map((block) => `${block}<p>${next(9)}</p>`).join('')
      expect(roundTrip(html).description_html).toBe(html)
      const boxed = `<blockquote>${html}</blockquote>`
      expect(roundTrip(boxed).description_html).toBe(boxed)
    }
  })

  it('settles at once, whatever it was', () => {
    const odd = [
      'just text',
      '<b>bold</b> <i>it</i> <del>gone</del>',
      '<ul><li>no paragraph</li></ul>',
      '<table><tr><td>bare</td></tr></table>',
      '<p>one<p>two',
      '<div><section><p>deep</p></section></div>',
      '<img src="https://example.test/a.png">',
      '<h1><p>mixed</p></h1>',
      '<script>alert(1)</script><p style="color:red" onclick="x()">clean</p>',
    ]
    for (const html of odd) {
      const once = writtenFromHtml(html).description_html
      expect(once).not.toMatch(/script|onclick|style/)
      expect(roundTrip(once).description_html).toBe(once)
    }
  })
})

describe('a document somebody made by hand', () => {
  /** Input from a client that is not our editor. */
  function forged(fill: (fragment: Y.XmlFragment) => void) {
    const doc = new Y.Doc()
    fill(doc.getXmlFragment('default'))
    return Y.encodeStateAsUpdate(doc)
  }
  const element = (name: string, attributes: Record<string, unknown>, ...children: string[]) => {
    const one = new Y.XmlElement(name)
    for (const [key, value] of Object.entries(attributes)) one.setAttribute(key, value as string)
    one.insert(
      0,
      children.map((text) => new Y.XmlText(text)),
    )
    return one
  }
  const htmlOf = (...elements: Y.XmlElement[]) =>
    writtenAs(forged((fragment) => fragment.insert(0, elements))).description_html

  it('keeps its words and loses what we do not know', () => {
    expect(htmlOf(element('script', {}, 'alert(1)'), element('paragraph', {}, 'ok'))).toBe(
      'alert(1)<p>ok</p>',
    )
    expect(htmlOf(element('heading', { level: '99" onload="x' }, 'head'))).toBe('<h1>head</h1>')
    expect(htmlOf(element('paragraph', { onclick: 'x()', textAlign: '"><script>' }, 'p'))).toBe(
      '<p>p</p>',
    )
    expect(htmlOf(element('picture', { src: 'javascript:alert(1)' }))).not.toContain('javascript')
    expect(htmlOf(element('tableCell', { colwidth: 7 }, 'cell'))).toContain('cell')
  })

  it('does not bring the server down by its depth', () => {
    const state = forged((fragment) => {
      let outer: Y.XmlFragment = fragment
      for (let n = 0; n < 3000; n += 1) {
        const inner = new Y.XmlElement('blockquote')
        outer.insert(0, [inner])
        outer = inner
      }
      outer.insert(0, [element('paragraph', {}, 'deep')])
    })
    expect(writtenAs(state).description_html.length).toBeLessThan(10_000)
  })

  it('is kept even where it is too long for HTML', () => {
    const many = forged((fragment) =>
      fragment.insert(
        0,
        Array.from({ length: 9_000 }, () => element('paragraph', {}, 'x')),
      ),
    )
    expect(() => writtenAs(many)).toThrow('html content is not valid')
    const retained = savedAs(many, '<p>before</p>')
    expect(retained.description_html).toBe('<p>before</p>')
    expect(readState(retained.description_binary).html.length).toBeGreaterThan(9_000)
  })
})

describe('several at once', () => {
  it('both keep what they wrote', () => {
    const start = writtenFromHtml('<p>start</p>').description_binary
    const one = writtenFromHtml('<p>start</p><p>one</p>', start).description_binary
    const two = writtenFromHtml('<p>start!</p>', start).description_binary
    const { description_html } = writtenAs(mergedWith(one, two))
    expect(description_html).toBe('<p>start!</p><p>one</p>')
    expect(writtenAs(mergeStates([two, one])).description_html).toBe(description_html)
  })

  it('what was there comes back as one change, and its other blocks are left alone', () => {
    const start = writtenFromHtml('<p>a</p><p>b</p><p>c</p>').description_binary
    const later = writtenFromHtml('<p>a</p><h1>B</h1><p>c</p>', start).description_binary
    const back = writtenFromHtml('<p>a</p><p>b</p><p>c</p>', later)
    expect(back.description_html).toBe('<p>a</p><p>b</p><p>c</p>')
    // Another user edits a block that was not changed.
    const doc = new Y.Doc()
    Y.applyUpdate(doc, later)
    const last = doc.getXmlFragment('default').get(2) as Y.XmlElement
    ;(last.get(0) as Y.XmlText).insert(1, ' and more')
    const merged = mergedWith(back.description_binary, Y.encodeStateAsUpdate(doc))
    expect(writtenAs(merged).description_html).toBe('<p>a</p><p>b</p><p>c and more</p>')
  })
})

it('finds whom a text mentions, each mark once', () => {
  const mention = (mark: string, name = 'user_mention') =>
    `<mention-component id="${mark}" entity_identifier="${id}" entity_name="${name}">@a</mention-component>`
  const html = `<p>${mention(id)}${mention(id)}${mention('x')}${mention(id, 'spaceship')}</p>`
  expect(mentionsIn(html)).toEqual([
    { transaction: id, entity_name: 'user_mention', entity_identifier: id },
  ])
})
