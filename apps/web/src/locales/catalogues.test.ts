import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { languages } from '#data/languages.ts'

const plural = /_(zero|one|two|few|many|other)$/

type Words = { [key: string]: string | Words }

const flat = (words: Words, before = ''): [string, string][] =>
  Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'string' ? [[before + key, value]] : flat(value, `${before}${key}.`),
  )

const read = (language: string) => {
  const folder = path.join(import.meta.dirname, language)
  return readdirSync(folder).flatMap((file) =>
    flat(JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as Words),
  )
}

/** The names a sentence is filled with. */
const namesIn = (sentence: string) =>
  new Set([...sentence.matchAll(/\{\{(.+?)\}\}/g)].map(([, name]) => name?.trim()))

const english = new Map(read('en'))
const plain = new Map([...english].map(([key, text]) => [key.replace(plural, ''), text]))
const others = languages.map(({ value }) => value).filter((value) => value !== 'en')

it('are the folders that can be chosen', () => {
  const folders = readdirSync(import.meta.dirname, { withFileTypes: true })
  const names = folders.filter((entry) => entry.isDirectory()).map(({ name }) => name)
  expect(names.sort()).toEqual(languages.map(({ value }) => value).sort())
})

describe.each(others)('%s', (language) => {
  const words = read(language)

  it('says nothing English does not say', () => {
    const unknown = words.filter(([key]) => !plain.has(key.replace(plural, '')))
    expect(unknown.map(([key]) => key)).toEqual([])
  })

  it('is filled with the same names', () => {
    const different = words.filter(([key, text]) => {
      const given = namesIn(english.get(key) ?? plain.get(key.replace(plural, '')) ?? '')
      return [...namesIn(text)].some((name) => !given.has(name))
    })
    expect(different.map(([key]) => key)).toEqual([])
  })

  it('has only the forms its grammar knows', () => {
    const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories
    const given = words.flatMap(([key]) => plural.exec(key)?.[1] ?? [])
    const foreign = given.filter((form) => !forms.includes(form as Intl.LDMLPluralRule))
    expect(new Set(foreign)).toEqual(new Set())
  })
})
