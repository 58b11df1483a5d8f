import { describe, expect, it } from 'vitest'
import { excerpt, mark } from './excerpt.ts'
import { differsByEnding, differsByOneError, fold, nearOf, tokensOf } from './words.ts'

const wordsIn = (text: string) => [...tokensOf(text)].map(({ word }) => word)

it('folds case, accents and letters with strokes', () => {
  expect(wordsIn('Überblick Straße ŁÓDŹ Cafe\u0301 naïve')).toEqual([
    ...['uberblick', 'strasse', 'lodz', 'cafe', 'naive'],
  ])
  expect(fold('한국어')).toBe('한국어')
  expect(wordsIn('e-mail, snake_case; v4.2')).toEqual(['e', 'mail', 'snake', 'case', 'v4', '2'])
})

it('reads pairs where no spaces are written', () => {
  expect(wordsIn('登山道のタイル map')).toEqual([
    ...['登山', '山道', '道の', 'のタ', 'タイ', 'イル', 'map'],
  ])
})

describe('one typing error', () => {
  it.each([
    ['offline', 'ofline'],
    ['offline', 'offfline'],
    ['offline', 'offlime'],
    ['offline', 'offilne'],
    ['cat', 'cats'],
  ])('%s: %s', (word, typed) => {
    expect(differsByOneError(word, typed)).toBe(true)
    expect(differsByOneError(typed, word)).toBe(true)
    // They are found by a form they share.
    const near = new Set(nearOf(word))
    expect(nearOf(typed).some((form) => near.has(form))).toBe(true)
  })

  it.each([
    ['offline', 'ofinle'],
    ['offline', 'oflin'],
    ['offline', 'offline'],
    ['abcd', 'badc'],
  ])('not %s: %s', (word, typed) => {
    expect(differsByOneError(word, typed)).toBe(false)
  })
})

describe('another ending', () => {
  it.each([
    ['tile', 'tiles'],
    ['downloading', 'downloads'],
    ['stopped', 'stop'],
    ['query', 'queries'],
    ['caching', 'cache'],
    ['karten', 'karte'],
    ['wanderungen', 'wanderung'],
  ])('%s: %s', (one, other) => {
    expect(differsByEnding(one, other)).toBe(true)
    expect(differsByEnding(other, one)).toBe(true)
  })

  it.each([
    ['plan', 'plain'],
    ['past', 'pass'],
    ['trail', 'train'],
    ['form', 'formula'],
  ])('not %s: %s', (one, other) => expect(differsByEnding(one, other)).toBe(false))
})

describe('an excerpt', () => {
  it('shows where the words stand together, without cutting one', () => {
    const before = 'Nothing of it stands here, only tiles alone. '.repeat(10)
    const text = `${before}Then offline   tiles\nare read. ${'And so on and on. '.repeat(20)}`
    const found = excerpt(text, new Set(['offline', 'tiles']))
    expect(found?.text).toMatch(/^…\w.*Then offline tiles are read\. .*…$/)
    const marked = found?.marks.map(([start, end]) => found.text.slice(start, end))
    expect(marked).toContain('offline tiles')
  })

  it('is the beginning where they stand in the name alone, and nothing of nothing', () => {
    expect(excerpt('The map opens first.', new Set(['tiles']))).toEqual({
      text: 'The map opens first.',
      marks: [],
    })
    expect(excerpt('  ', new Set(['tiles']))).toBeNull()
  })

  it('marks what was written, whatever it was folded to', () => {
    const { text, marks } = mark('<b>Straßen</b> & Überblick', new Set(['strassen', 'uberblick']))
    expect(text).toBe('<b>Straßen</b> & Überblick')
    expect(marks.map(([start, end]) => text.slice(start, end))).toEqual(['Straßen', 'Überblick'])
  })
})
