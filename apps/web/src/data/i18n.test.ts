import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { addText, changeLanguage, i18n, type TextKey, t } from './i18n.ts'

const folder = path.resolve(import.meta.dirname, '../locales/en')
const catalogue = Object.assign(
  {},
  ...readdirSync(folder).map((file) => JSON.parse(readFileSync(path.join(folder, file), 'utf8'))),
) as Record<string, unknown>

const keysIn = (words: object, before = ''): string[] =>
  Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'string' ? [before + key] : keysIn(value, `${before}${key}.`),
  )
const keys = keysIn(catalogue)
const sentenceAt = (key: string) =>
  key
    .split('.')
    .reduce<unknown>((found, step) => (found as Record<string, unknown>)[step], catalogue)
/** Of keys that only this test has, too. */
const say = (key: string, given?: Record<string, unknown>) => t(key as TextKey, given)
const names = new Set(
  [...JSON.stringify(catalogue).matchAll(/\{\{(.+?)\}\}/g)].map(([, name]) => name?.trim() ?? ''),
)
const values = Object.fromEntries([...names].map((name) => [name, `<${name}> {{to}}`]))

addText(catalogue)

const english = new Map(keys.map((key) => [key, String(sentenceAt(key))]))
const plurals = new Intl.PluralRules('en')
/** The result of a translation library: the plural form for this number, filled once. */
const expected = (key: string, given: Record<string, unknown>, count: number) =>
  (english.get(`${key}_${plurals.select(count)}`) ?? english.get(key) ?? key).replace(
    /\{\{\s*(\w+)\s*\}\}/g,
    (_, name: string) => String(given[name]),
  )

it.each([0, 1, 2, 1.5])('says every sentence in the form for %s things', (count) => {
  expect(keys.length).toBeGreaterThan(1000)
  for (const key of keys) {
    const plain = key.replace(/_(one|other)$/, '')
    const given = { ...values, count }
    expect(say(plain, given)).toBe(expected(plain, given, count))
  }
})

it('says every sentence with nothing to fill in', () => {
  for (const key of keys) expect(say(key)).toBe(english.get(key))
})

it('knows what there is, and says the key or what is given instead of what there is not', () => {
  const { exists } = i18n
  expect([exists('errors.offline'), exists('errors.nothing')]).toEqual([true, false])
  expect(say('errors.nothing')).toBe('errors.nothing')
  expect(say('errors.nothing', { defaultValue: 'Something' })).toBe('Something')
})

it('learns the texts of a screen that is loaded later', () => {
  addText({ later: { greeting: 'Hello, {{name}}' } })
  expect(say('later.greeting', { name: 'Ada' })).toBe('Hello, Ada')
})

// @cap:i18n.fallback-and-completeness
it('says in another language what that has words for, and the rest in English', () => {
  const russian = {
    ...{ count_one: '{{count}} страница', count_few: '{{count}} страницы' },
    count_many: '{{count}} страниц',
  }
  const english = {
    ...{ count_one: '{{count}} page', count_other: '{{count}} pages', only: 'In English' },
  }
  addText({ book: english })
  addText({ book: russian }, 'ru')
  changeLanguage('ru')
  const counts = [1, 3, 5, 21].map((count) => say('book.count', { count }))
  expect(counts).toEqual(['1 страница', '3 страницы', '5 страниц', '21 страница'])
  // No plural form for halves: English has one.
  expect(say('book.count', { count: 1.5 })).toBe('1.5 pages')
  expect(say('book.only')).toBe('In English')
  expect([i18n.exists('book.only'), i18n.exists('book.nothing')]).toEqual([true, false])
  changeLanguage('en')
  expect(say('book.count', { count: 5 })).toBe('5 pages')
})

it('does not compile with a key that the catalogue does not have', () => {
  // @ts-expect-error
  expect(t('errors.no_such_sentence')).toBe('errors.no_such_sentence')
})
