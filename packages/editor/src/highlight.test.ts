import { expect, it } from 'vitest'
import { highlight, lowlight } from './highlight.ts'
import { languages } from './languages.ts'

it('colours code of a language it knows', () => {
  const parts = highlight('const a = 1', 'typescript')
  expect(parts[0]).toEqual({ className: 'hljs-keyword', text: 'const' })
  expect(parts.map(({ text }) => text).join('')).toBe('const a = 1')
})

it.each([[undefined], ['klingon']])('leaves code of language %s as it is', (language) => {
  expect(highlight('const a = 1', language)).toEqual([{ text: 'const a = 1' }])
})

it('knows every language a code block offers', () => {
  expect(Object.keys(languages).filter((name) => !lowlight.registered(name))).toEqual([])
})
