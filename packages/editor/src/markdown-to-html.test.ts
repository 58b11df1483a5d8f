import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { growth } from './growth.ts'
import { htmlToMarkdown } from './html-to-markdown.ts'
import { looksLikeMarkdown, markdownToHtml } from './markdown-to-html.ts'

describe('markdown becomes', () => {
  it.each([
    ['paragraphs', 'one\ntwo\n\nthree', '<p>one two</p><p>three</p>'],
    ['headings', '# a\n###### b', '<h1>a</h1><h6>b</h6>'],
    [
      'marks',
      '**a** *b* ~~c~~ `d` _e_ ***f***',
      '<p><strong>a</strong> <em>b</em> <s>c</s> <code>d</code> <em>e</em> <strong><em>f</em></strong></p>',
    ],
    ['marks inside marks', '**a *b* c**', '<p><strong>a <em>b</em> c</strong></p>'],
    ['nothing inside words', 'snake_case_name 2*3*4', '<p>snake_case_name 2<em>3</em>4</p>'],
    ['links', '[a](https://example.com/b)', '<p><a href="https://example.com/b">a</a></p>'],
    ['no other links', '[a](javascript:alert(1))', '<p>a</p>'],
    [
      'pictures',
      '![a](https://example.com/a.png)',
      '<img src="https://example.com/a.png" alt="a">',
    ],
    ['breaks', 'a  \nb', '<p>a<br>b</p>'],
    ['bullets', '- a\n- b', '<ul><li><p>a</p></li><li><p>b</p></li></ul>'],
    [
      'bullets in bullets',
      '- a\n  - b\n    1. c\n- d',
      '<ul><li><p>a</p><ul><li><p>b</p><ol><li><p>c</p></li></ol></li></ul></li><li><p>d</p></li></ul>',
    ],
    ['numbers', '3. a\n4. b', '<ol start="3"><li><p>a</p></li><li><p>b</p></li></ol>'],
    [
      'tasks',
      '- [ ] a\n- [x] b\n- c',
      '<ul data-type="taskList"><li data-type="taskItem" data-checked="false"><div><p>a</p></div></li><li data-type="taskItem" data-checked="true"><div><p>b</p></div></li></ul><ul><li><p>c</p></li></ul>',
    ],
    ['quotes', '> a\n> b\n\nc', '<blockquote><p>a b</p></blockquote><p>c</p>'],
    ['rules', 'a\n\n---\n\nb', '<p>a</p><hr><p>b</p>'],
    [
      'code',
      '```ts\nif (a < b) {\n\n}\n```',
      '<pre><code class="language-ts">if (a &lt; b) {\n\n}</code></pre>',
    ],
    [
      'tables',
      '| a | b |\n|---|:-:|\n| 1 | `x\\|y` |',
      '<table><tbody><tr><th><p>a</p></th><th><p>b</p></th></tr><tr><td><p>1</p></td><td><p><code>x\\|y</code></p></td></tr></tbody></table>',
    ],
    ['escaped signs as they are', '\\*a\\* \\# b', '<p>*a* # b</p>'],
    ['HTML as text', '<script>alert(1)</script>', '<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
  ])('%s', (_what, markdown, html) => {
    expect(markdownToHtml(markdown)).toBe(html)
  })

  it('never an element that was not written in markdown', () => {
    const known =
      /<(?!\/?(?:p|h[1-6]|strong|em|s|code|a|img|br|ul|ol|li|div|blockquote|hr|pre|table|tbody|tr|th|td)[ >])/
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'<>&"a*_`[]()|-# \n!1.x') }), (markdown) => {
        expect(markdownToHtml(markdown)).not.toMatch(known)
      }),
    )
  })

  it.each([
    ['stars', '*', 5_000, 10],
    ['brackets', '[', 5_000, 10],
    ['ticks', '`a', 1_250, 10],
    ['open marks', '**a ', 2_500, 10],
    // Each level is read again in the one around it, which is quick for as many as anybody writes.
    ['quotes in quotes', '>', 500, 24],
  ])('something soon, also with many %s', (_what, part, count, most) => {
    expect(growth(count, (size) => markdownToHtml(part.repeat(size)))).toBeLessThan(most)
  })
})

describe('text that is meant as markdown', () => {
  it.each([
    ['# a'],
    ['- a\n- b'],
    ['1. a'],
    ['a **b** c'],
    ['`x`'],
    ['```\nx\n```'],
    ['> a'],
    ['[a](https://b.example)'],
  ])('is %o', (text) => {
    expect(looksLikeMarkdown(text)).toBe(true)
  })

  it.each([
    ['plain words'],
    ['2 * 3 = 6'],
    ['a - b'],
    ['#hashtag'],
    ['https://example.com'],
    ['5.2 km'],
  ])('is not %o', (text) => {
    expect(looksLikeMarkdown(text)).toBe(false)
  })
})

describe('a document as markdown', () => {
  it.each([
    ['<p>a</p><p>b</p>', 'a\n\nb'],
    ['<h2>a</h2>', '## a'],
    ['<p><strong>a </strong>b</p>', '**a** b'],
    ['<p><em>a</em><s>b</s><u>c</u></p>', '*a*~~b~~c'],
    ['<p>1 * 2 _ 3 [x]</p>', '1 \\* 2 \\_ 3 \\[x\\]'],
    ['<p># no heading</p>', '\\# no heading'],
    ['<p>1. no list</p>', '1\\. no list'],
    ['<p><code>a`b</code></p>', '``a`b``'],
    ['<p><a href="https://example.com">a</a></p>', '[a](https://example.com)'],
    ['<p>a<br>b</p>', 'a\\\nb'],
    ['<hr>', '---'],
    ['<blockquote><p>a</p><p>b</p></blockquote>', '> a\n>\n> b'],
    ['<div data-type="callout"><p>a</p></div>', '> a'],
    ['<ul><li><p>a</p><ul><li><p>b</p></li></ul></li></ul>', '- a\n  - b'],
    ['<ol start="3"><li><p>a</p></li><li><p>b</p></li></ol>', '3. a\n4. b'],
    [
      '<ul data-type="taskList"><li data-type="taskItem" data-checked="true"><label><input type="checkbox" checked disabled /><span></span></label><div><p>a</p></div></li></ul>',
      '- [x] a',
    ],
    ['<pre><code class="language-ts">a\n  b</code></pre>', '```ts\na\n  b\n```'],
    [
      '<table><tbody><tr><th><p>a</p></th><th><p>b</p></th></tr><tr><td><p>1</p></td><td><p>x|y</p></td></tr></tbody></table>',
      '| a | b |\n| --- | --- |\n| 1 | x\\|y |',
    ],
    [
      '<p>Ask <mention-component entity_name="user_mention">@Ada</mention-component></p>',
      'Ask @Ada',
    ],
    [
      '<image-component src="https://example.com/a.png" alt="Plan"></image-component>',
      '![Plan](https://example.com/a.png)',
    ],
    ['<p></p>', ''],
  ])('%o is %o', (html, markdown) => {
    expect(htmlToMarkdown(html)).toBe(markdown)
  })

  // Copying and pasting repeatedly must not add characters each time.
  it('means the same when it is pasted again', () => {
    const word = fc.constantFrom(
      'tile',
      'map',
      '2 * 3',
      'a_b',
      '#1',
      '- x',
      '1. y',
      '`',
      '[z]',
      '<p>',
      '|',
    )
    const line = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '))
    const escaped = line.map((text) =>
      text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;'),
    )
    const mark = fc
      .tuple(fc.constantFrom('strong', 'em', 's'), escaped)
      .map(([tag, text]) => `<${tag}>${text}</${tag}>`)
    const inline = fc
      .array(fc.oneof(escaped, mark), { minLength: 1, maxLength: 3 })
      .map((parts) => parts.join(' '))
    const paragraph = inline.map((text) => `<p>${text}</p>`)
    const heading = fc
      .tuple(fc.integer({ min: 1, max: 6 }), inline)
      .map(([level, text]) => `<h${level}>${text}</h${level}>`)
    const list = fc
      .array(paragraph, { minLength: 1, maxLength: 3 })
      .map((items) => `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`)
    const block = fc.oneof(
      paragraph,
      heading,
      list,
      paragraph.map((one) => `<blockquote>${one}</blockquote>`),
      fc.constant('<hr>'),
    )
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 5 }), (blocks) => {
        const once = htmlToMarkdown(blocks.join(''))
        expect(htmlToMarkdown(markdownToHtml(once))).toBe(once)
      }),
    )
  })
})
