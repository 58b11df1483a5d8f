import { expect, it } from 'vitest'
import { HtmlNotValid } from './limits.ts'
import { stripHtml } from './strip.ts'

it.each([
  ['<p>Hello <strong>world</strong></p>', 'Hello world'],
  ['plain text', 'plain text'],
  ['<p>one</p><p>two</p>', 'one\ntwo'],
  ['one<br>two<br/>three', 'one\ntwo\nthree'],
  ['<ul><li><p>a</p></li><li><p>b</p></li></ul>', 'a\nb'],
  ['<table><tr><td>1</td><td>2</td></tr></table>', '1\n2'],
  ['<p>half<em>way</em></p>', 'halfway'],
  ['<p>  much \n\t space&nbsp;here </p>', 'much space here'],
  ['<p>a &lt; b &amp;&amp; c &gt; d</p>', 'a < b && c > d'],
  ['<p>&amp;lt;b&amp;gt;</p>', '&lt;b&gt;'],
  ['<p>"quoted" &quot;too&quot; it&#39;s</p>', '"quoted" "too" it\'s'],
  ['<p>&copy; &eacute; &#128161;</p>', '© é 💡'],
  ['<p><span data-type="emoji" data-name="smile">😄</span></p>', '😄'],
  ['<p>a</p><script>alert(1)</script><style>p{}</style>', 'a'],
  ['<p>a<!-- b -->c</p>', 'ac'],
  ['<p>nul\u0000l</p>', 'null'],
])('reads %o as %o', (html, text) => {
  expect(stripHtml(html)).toBe(text)
})

it.each([
  [''],
  ['   \n'],
  ['<p></p>'],
  ['<p>&nbsp;</p>'],
  ['<p><br></p><hr>'],
  ['<p><img src="https://example.com/a.png" alt="a"></p>'],
  ['<mention-component entity_name="user_mention"></mention-component>'],
  ['<script>alert(1)</script>'],
])('finds no text in %o', (html) => {
  expect(stripHtml(html)).toBeNull()
})

it('refuses what the sanitiser refuses', () => {
  expect(() => stripHtml('<b>'.repeat(300))).toThrow(HtmlNotValid)
})
