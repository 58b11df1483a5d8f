import { Schema } from '@tiptap/pm/model'
import { expect, it } from 'vitest'
import { countsOf, headingsIn, picturesIn, readTimeOf } from './text-parts.ts'

const schema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: { group: 'block', content: 'text*' },
    heading: { group: 'block', content: 'text*', attrs: { level: {} } },
    callout: { group: 'block', content: 'block+' },
    picture: { group: 'block', attrs: { src: {}, alt: { default: '' } } },
    text: {},
  },
})

const doc = schema.nodeFromJSON({
  type: 'doc',
  content: [
    { type: 'heading', attrs: { level: 1 }, content: [{ type: 'text', text: 'Plan' }] },
    { type: 'paragraph', content: [{ type: 'text', text: 'We don’t ship on 24.12.' }] },
    { type: 'paragraph' },
    {
      type: 'callout',
      content: [
        { type: 'heading', attrs: { level: 3 }, content: [{ type: 'text', text: 'Why' }] },
        { type: 'picture', attrs: { src: '/api/assets/1/', alt: 'Map' } },
      ],
    },
    { type: 'heading', attrs: { level: 2 } },
    { type: 'heading', attrs: { level: 4 }, content: [{ type: 'text', text: 'Too deep' }] },
  ],
})

it('makes the outline of the first three ranks, wherever they stand, but of no empty ones', () => {
  expect(headingsIn(doc).map(({ level, text }) => [level, text])).toEqual([
    [1, 'Plan'],
    [3, 'Why'],
  ])
})

it('finds pictures with their place', () => {
  const [picture, ...more] = picturesIn(doc)
  expect(more).toEqual([])
  expect(picture).toMatchObject({ src: '/api/assets/1/', name: 'Map' })
  expect(doc.nodeAt(picture?.at ?? 0)?.type.name).toBe('picture')
})

it('counts words, characters and paragraphs that say something', () => {
  const counts = countsOf(doc)
  expect(counts).toMatchObject({ words: 9, paragraphs: 1 })
  expect(counts.characters).toBeGreaterThan(30)
})

it.each([
  [0, 'seconds', 0],
  [100, 'seconds', 30],
  [199, 'minutes', 1],
  [200, 'minutes', 1],
  [201, 'minutes', 2],
  [1000, 'minutes', 5],
])('reads %i words in %s: %i', (words, unit, count) => {
  expect(readTimeOf(words)).toEqual({ unit, count })
})
