import { Schema } from '@tiptap/pm/model'
import { expect, it } from 'vitest'
import { findQuote, wordsIn } from './find-quote.ts'

const schema = new Schema({
  nodes: {
    doc: { content: 'paragraph+' },
    paragraph: { content: 'inline*' },
    text: { group: 'inline' },
    name: { group: 'inline', inline: true },
  },
})

const { paragraph, name } = schema.nodes
const doc = schema.node('doc', null, [
  paragraph.create(null, schema.text('The boats leave at noon')),
  paragraph.create(null, [schema.text('Ask '), name.create(), schema.text(' about the boats')]),
])

it.each(['boats leave at noon', 'leave at noon Ask', 'Ask   about the boats'])(
  'finds the only place that says “%s”',
  (quote) => {
    const place = findQuote(doc, quote)
    expect(place && wordsIn(doc, place)).toBe(quote)
  },
)

it.each(['noon', 'something else entirely', 'boats'])('does not guess at “%s”', (quote) => {
  expect(findQuote(doc, quote)).toBeUndefined()
})
