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
