import { describe, expect, it } from 'vitest'
import { numberText, problemOfValue, readLink, readNumber, typedNumber } from './property-words.ts'

describe('numbers of properties', () => {
  it.each([
    ['1250', null, 'en', 1250],
    ['1,250', null, 'en', 1250],
    ['1,25', null, 'en', 1.25],
    ['1.250', null, 'de', 1250],
    ['1.25', null, 'de', 1.25],
    ['1.250,5', null, 'de', 1250.5],
    ['1 250,5', null, 'de', 1250.5],
    ["1'250.5", null, 'en', 1250.5],
    ['-.5', null, 'en', -0.5],
    ['\u22123', null, 'en', -3],
    ['2.345', 2, 'en', 2.35],
    ['2.5', 0, 'en', 3],
    ['', null, 'en', undefined],
    ['1.2.3', null, 'en', undefined],
    ['12 km', null, 'en', undefined],
    ['1e400', null, 'en', undefined],
  ] as const)('reads %j with %s decimals in %s', (typed, decimals, language, expected) => {
    expect(readNumber(typed, decimals, language)).toBe(expected)
  })

  it('reads back what it shows to be edited', () => {
    for (const language of ['en', 'de']) {
      for (const value of [0, -1250.75, 1e15, 0.000001, 123456.789]) {
        expect(readNumber(typedNumber(value, language), null, language)).toBe(value)
      }
    }
  })

  it('shows the decimals and the unit of the property', () => {
    expect(numberText(1250.5, { decimals: 2, unit: 'km' })).toBe('1,250.50\u00a0km')
    expect(numberText(0.125, { decimals: null, unit: '' })).toBe('0.125')
  })
})

describe('values of properties', () => {
  const text = { kind: 'text', is_required: true } as const
  it('are required where the property says so', () => {
    for (const nothing of [undefined, null, '', []]) {
      expect(problemOfValue(text, nothing)).toBe('required')
      expect(problemOfValue({ ...text, is_required: false }, nothing)).toBeUndefined()
    }
    expect(problemOfValue({ kind: 'boolean', is_required: true }, false)).toBeUndefined()
    expect(problemOfValue({ kind: 'number', is_required: true }, 0)).toBeUndefined()
  })

  it('are numbers and links where they have to be', () => {
    expect(problemOfValue({ kind: 'number', is_required: false }, 'a few')).toBe('number')
    const link = { kind: 'link', is_required: false } as const
    expect(problemOfValue(link, readLink('example.com/a'))).toBeUndefined()
    for (const wrong of ['javascript:alert(1)', 'nothing', 'https://']) {
      expect(problemOfValue(link, readLink(wrong))).toBe('link')
    }
  })
})
