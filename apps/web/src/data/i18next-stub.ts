import { lookup } from '@cairn/contract'
import { useSyncExternalStore } from 'react'

/**
 * Stands in for `i18next` and `react-i18next` in the browser (see `vite.config.ts`). Our sentences are
 * looked up by key, chosen by `count` and filled with names; of all else a library of languages can do
 * nothing is used, and it would be a tenth of what the first screen loads.
 */
type Options = Record<string, unknown> & { count?: number; defaultValue?: string }

/** A language's words by area, and how it counts. */
interface Speech {
  words: Record<string, unknown>
  plural: Intl.PluralRules
}

const speechIn = (language: string): Speech => ({
  words: {},
  plural: new Intl.PluralRules(language),
})
const english = speechIn('en')
const speeches = new Map([['en', english]])
let spoken = english

function find({ words }: Speech, key: string): string | undefined {
  let found: unknown = words
  for (const step of key.split('.')) {
    found = found === undefined ? found : lookup(found as Record<string, unknown>, step)
  }
  return typeof found === 'string' ? found : undefined
}

function choose(speech: Speech, key: string, count: number | undefined): string | undefined {
  const chosen =
    count === undefined ? undefined : find(speech, `${key}_${speech.plural.select(count)}`)
  return chosen ?? find(speech, key)
}

export function t(key: string, options?: Options): string {
  const count = options?.count
  const sentence =
    choose(spoken, key, count) ?? choose(english, key, count) ?? options?.defaultValue ?? key
  // Who fills it in themselves gets it as it stands.
  if (!options) return sentence
  return sentence.replace(/\{\{(.+?)\}\}/g, (_, name: string) =>
    String(lookup(options, name.trim()) ?? ''),
  )
}

const i18n = {
  isInitialized: false,
  language: 'en',
  t,
  exists: (key: string) => (find(spoken, key) ?? find(english, key)) !== undefined,
  use: () => i18n,
  init({ resources }: { resources: { en: { translation: Record<string, unknown> } } }) {
    english.words = resources.en.translation
    i18n.isInitialized = true
  },
  addResourceBundle(language: string, _namespace: string, more: object) {
    const speech = speeches.get(language) ?? speechIn(language)
    Object.assign(speech.words, more)
    speeches.set(language, speech)
  },
  changeLanguage(language: string) {
    spoken = speeches.get(language) ?? english
    i18n.language = language
    // Another function, so that whatever was made with the old one is made again.
    translation = { t: (key, options) => t(key, options), i18n }
    for (const listener of listeners) listener()
  },
}
export default i18n

/** @public */
export const initReactI18next = {}

const listeners = new Set<() => void>()
let translation: { t: typeof t; i18n: typeof i18n } = { t, i18n }

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** @public */
export const useTranslation = () => useSyncExternalStore(subscribe, () => translation)
