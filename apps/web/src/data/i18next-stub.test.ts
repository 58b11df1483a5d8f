import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import i18next from 'i18next'
import { beforeAll, expect, it } from 'vitest'
import stub from './i18next-stub.ts'

const folder = path.resolve(import.meta.dirname, '../locales/en')
const catalogue = Object.assign(
  {},
  ...readdirSync(folder).map((file) => JSON.parse(readFileSync(path.join(folder, file), 'utf8'))),
) as object

const keysIn = (words: object, before = ''): string[] =>
  Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'string' ? [before + key] : keysIn(value, `${before}${key}.`),
  )
const keys = keysIn(catalogue)
const names = new Set(
  [...JSON.stringify(catalogue).matchAll(/\{\{(.+?)\}\}/g)].map(([, name]) => name?.trim() ?? ''),
)
const values = Object.fromEntries([...names].map((name) => [name, `<${name}> {{to}}`]))

beforeAll(async () => {
  const resources = { en: { translation: catalogue as Record<string, object> } }
  stub.init({ resources })
  const interpolation = { escapeValue: false }
  await i18next.init({ lng: 'en', fallbackLng: 'en', resources, interpolation, initAsync: false })
})

it.each([0, 1, 2, 1.5])('says every sentence as the library would, of %s things', (count) => {
  for (const key of keys) {
    const plain = key.replace(/_(one|other)$/, '')
    const given = { ...values, count }
    expect(stub.t(plain, given)).toBe(i18next.t(plain, given))
  }
})

it('says every sentence with nothing to fill in', () => {
  for (const key of keys) expect(stub.t(key)).toBe(i18next.t(key))
})

it('knows what there is, and says the key or what is given instead of what there is not', () => {
  expect([stub.exists('errors.offline'), stub.exists('errors.nothing')]).toEqual([true, false])
  expect(stub.t('errors.nothing')).toBe('errors.nothing')
  expect(stub.t('errors.nothing', { defaultValue: 'Something' })).toBe('Something')
})

it('learns the words of a screen that is loaded later', () => {
  stub.addResourceBundle('en', 'translation', { later: { greeting: 'Hello, {{name}}' } })
  expect(stub.t('later.greeting', { name: 'Ada' })).toBe('Hello, Ada')
})

// @cap:i18n.fallback-and-completeness
it('says in another language what that has words for, and the rest in English', async () => {
  const russian = {
    ...{ count_one: '{{count}} страница', count_few: '{{count}} страницы' },
    count_many: '{{count}} страниц',
  }
  const english = {
    ...{ count_one: '{{count}} page', count_other: '{{count}} pages', only: 'In English' },
  }
  for (const library of [stub, i18next]) {
    library.addResourceBundle('en', 'translation', { book: english })
    library.addResourceBundle('ru', 'translation', { book: russian })
    await library.changeLanguage('ru')
    const counts = [1, 3, 5, 21].map((count) => library.t('book.count', { count }))
    expect(counts).toEqual(['1 страница', '3 страницы', '5 страниц', '21 страница'])
    // No form for halves: English has one.
    expect(library.t('book.count', { count: 1.5 })).toBe('1.5 pages')
    expect(library.t('book.only')).toBe('In English')
    expect([library.exists('book.only'), library.exists('book.nothing')]).toEqual([true, false])
    await library.changeLanguage('en')
    expect(library.t('book.count', { count: 5 })).toBe('5 pages')
  }
})
