import { parseId } from '@cairn/contract'
import { isSafeLink } from './safe-link.ts'

/** The new value of an attribute, or null to remove it. */
type Rule = (value: string) => string | null

const matching =
  (pattern: RegExp): Rule =>
  (value) =>
    pattern.test(value) ? value : null

const oneOf = (...values: string[]): Rule => matching(new RegExp(`^(?:${values.join('|')})$`))

const always =
  (value: string): Rule =>
  () =>
    value

const uuid: Rule = (value) => parseId(value) ?? null
const token = matching(/^[\w-]{1,64}$/)
const emojiName = matching(/^[\w+-]{1,64}$/)
const count = matching(/^\d{1,5}$/)
const lengths = matching(/^\d{1,5}(?:,\d{1,5}){0,99}$/)
const size = matching(/^\d{1,5}(?:\.\d{1,6})?(?:px|%)?$/)
const colour = matching(/^(?:[a-z-]{1,32}|#[\da-f]{3,8})$/i)
const language = matching(/^language-[\w+#.-]{1,40}$/)
const words: Rule = (value) => value.slice(0, 1000).toWellFormed()
const alignment = oneOf('left', 'center', 'right')
const yes: Rule = () => ''

const ownAsset = matching(/^\/api\/assets\/v2\/[\w-]+(?:\/[\w-]+)*\/?$/)
const overTls: Rule = (value) => {
  const link = isSafeLink(value)
  return link && URL.parse(link)?.protocol === 'https:' ? link : null
}
// Plain http would reveal to every network on the way who reads which page.
const picture: Rule = (value) => ownAsset(value) ?? overTls(value)

const block = { 'data-text-align': alignment }
const coloured = { 'data-text-color': colour, 'data-background-color': colour }
const code = { class: language }
const cell = { colspan: count, rowspan: count, colwidth: lengths, ...block, ...coloured }
const entity = { id: uuid, entity_identifier: uuid, entity_name: token }
const embed = { ...entity, project_identifier: uuid, workspace_identifier: token }

/**
 * Everything a document may contain, and nothing else: each element with its attributes and allowed
 * values. Styles are custom attributes, because a style can cover the whole screen, and ids are
 * UUIDs, because a free one can shadow a global variable of the page.
 */
export const editorMarkup: Record<string, Record<string, Rule>> = {
  p: block,
  h1: block,
  h2: block,
  h3: block,
  h4: block,
  h5: block,
  h6: block,
  blockquote: {},
  hr: {},
  br: {},
  pre: code,

  strong: {},
  em: {},
  u: {},
  s: {},
  code,
  mark: coloured,
  // Colored text, or an emoji.
  span: { ...coloured, 'data-type': oneOf('emoji'), 'data-name': emojiName },
  a: { href: isSafeLink, target: oneOf('_blank'), rel: always('noopener noreferrer nofollow') },

  ul: { 'data-type': oneOf('taskList') },
  ol: { start: count, type: oneOf('1', 'a', 'A', 'i', 'I') },
  li: { 'data-type': oneOf('taskItem'), 'data-checked': oneOf('true', 'false') },
  label: {},
  input: { type: oneOf('checkbox'), checked: yes, disabled: always('') },

  table: {},
  colgroup: {},
  col: { span: count },
  thead: {},
  tbody: {},
  tfoot: {},
  tr: coloured,
  th: cell,
  td: cell,

  // A callout, or the body of a task.
  div: {
    'data-type': oneOf('callout'),
    'data-background-color': colour,
    'data-logo-in-use': oneOf('emoji', 'icon'),
    'data-emoji-unicode': token,
    'data-icon-name': token,
    'data-icon-color': colour,
  },

  img: {
    src: picture,
    alt: words,
    title: words,
    width: size,
    height: size,
    'data-align': alignment,
  },
  'image-component': {
    id: uuid,
    src: (value) => uuid(value) ?? picture(value),
    alt: words,
    width: size,
    height: size,
    'aspect-ratio': size,
    'data-align': alignment,
  },
  'mention-component': entity,
  'issue-embed-component': embed,
  'page-embed-component': embed,
}

/** Attributes an element gets even if the author gave it none. */
export const forced: Record<string, string[]> = { a: ['rel'], input: ['disabled'] }

/** Older names of supported elements. */
export const synonyms: Record<string, string> = { b: 'strong', i: 'em', del: 's', strike: 's' }

/** Elements whose content is code, not text: it is removed with them. */
export const contentGoesToo = [
  ...['script', 'style', 'noscript', 'template', 'svg', 'math', 'title'],
  ...['iframe', 'noframes', 'noembed', 'object', 'embed', 'applet', 'audio', 'video', 'canvas'],
  ...['textarea', 'select', 'option', 'xmp', 'plaintext', 'listing'],
]
