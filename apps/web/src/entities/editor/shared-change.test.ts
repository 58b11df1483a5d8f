import { type Node, Schema } from '@tiptap/pm/model'
import { EditorState } from '@tiptap/pm/state'
import { expect, it } from 'vitest'
import { mappingOf } from './shared-change.ts'

const schema = new Schema({
  nodes: { doc: { content: 'paragraph+' }, paragraph: { content: 'text*' }, text: {} },
})

const lines = (...texts: string[]): Node =>
  schema.nodeFromJSON({
    type: 'doc',
    content: texts.map((text) => ({ type: 'paragraph', content: [{ type: 'text', text }] })),
  })

/** Another user's change: replaces the whole document. */
function replaced(before: Node, after: Node) {
  const { tr } = EditorState.create({ doc: before })
  tr.replaceWith(0, before.content.size, after.content)
  return tr.setMeta('y-sync$', { isChangeOrigin: true })
}

it('a place stays where it is while somebody writes elsewhere', () => {
  const before = lines('one', 'two', 'three')
  const place = before.content.size - 5
  const after = replaced(before, lines('one and a half', 'two', 'three'))
  expect(mappingOf(after).map(place)).toBe(place + ' and a half'.length)
  expect(mappingOf(after).mapResult(place).deleted).toBe(false)
  expect(after.mapping.mapResult(place).deleted).toBe(true)
})

it('a place goes with the text around it', () => {
  const after = replaced(lines('one', 'two', 'three'), lines('one', 'three'))
  expect(mappingOf(after).mapResult(7).deleted).toBe(true)
})

it('one’s own changes say themselves what they moved', () => {
  const { tr } = EditorState.create({ doc: lines('one') })
  tr.insertText('and ', 1)
  expect(mappingOf(tr)).toBe(tr.mapping)
})
