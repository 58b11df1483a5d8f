import { lookup } from '@cairn/contract'
import { useSyncExternalStore } from 'react'
import common from '../locales/en/common.json' with { type: 'json' }
import errors from '../locales/en/errors.json' with { type: 'json' }
import ui from '../locales/en/ui.json' with { type: 'json' }
import type { TextKey } from '../locales/text-key.ts'
import { languageOf } from './languages.ts'

export type { TextKey }

/**
 * Every visible text. Sentences are looked up by key, chosen by `count` and filled with values; no
 * other feature of an i18n library was used, and it was a tenth of what the first screen loads.
 */
type Options = Record<string, unknown> & { count?: number | string; defaultValue?: string }
type Texts = Record<string, unknown>

interface Locale {
  texts: Texts
  plural: Intl.PluralRules
}

const createLocale = (language: string, texts: Texts): Locale => ({
  texts,
  plural: new Intl.PluralRules(language),
})
/** Texts of every screen; the texts of an area are loaded with its code, see `addText`. */
const english = createLocale('en', { ...common, ...errors, ...ui })
const locales = new Map([['en', english]])
let current = english

function find({ texts }: Locale, key: string): string | undefined {
  let found: unknown = texts
  for (const step of key.split('.')) {
    found = found === undefined ? found : lookup(found as Texts, step)
  }
  return typeof found === 'string' ? found : undefined
}

function choose(locale: Locale, key: string, count: Options['count']): string | undefined {
  const chosen =
    count === undefined ? undefined : find(locale, `${key}_${locale.plural.select(Number(count))}`)
  return chosen ?? find(locale, key)
}

export function t(key: TextKey, options?: Options): string {
  const count = options?.count
  const sentence =
    choose(current, key, count) ?? choose(english, key, count) ?? options?.defaultValue ?? key
  // Without values the caller fills it in.
  if (!options) return sentence
  return sentence.replace(/\{\{(.+?)\}\}/g, (_, name: string) =>
    String(lookup(options, name.trim()) ?? ''),
  )
}
export type TFunction = typeof t

/** What components get beside `t`. */
export const i18n = {
  language: 'en',
  /** For keys built at run time. */
  exists: (key: string): key is TextKey => (find(current, key) ?? find(english, key)) !== undefined,
}

/** The language dates and numbers are written in. */
export const currentLanguage = () => i18n.language

const listeners = new Set<() => void>()
let translation = { t, i18n }

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export const useTranslation = () => useSyncExternalStore(subscribe, () => translation)

/**
 * Called by `virtual:text/<area>`, which the build adds to every module that mentions a key of that
 * area: the texts of a screen are loaded together with the screen, not before.
 */
export function addText(texts: Texts, language = 'en') {
  const locale = locales.get(language)
  if (locale) Object.assign(locale.texts, texts)
  else locales.set(language, createLocale(language, { ...texts }))
}

/**
 * Part of an area, for the first screen; the whole area may be here already.
 *
 * @public Imported by a module that the build makes.
 */
export const addSomeText = (texts: Texts) =>
  Object.assign(english.texts, { ...texts, ...english.texts })

export function changeLanguage(language: string) {
  current = locales.get(language) ?? english
  i18n.language = language
  // A new function, so that values memoized with the old one are computed again.
  translation = { t: (key, options) => t(key, options), i18n }
  for (const listener of listeners) listener()
}

const STORAGE_KEY = 'userLanguage'

/** The last language in this browser, for screens without a signed-in user. */
function readStored() {
  try {
    return localStorage.getItem(STORAGE_KEY)
  } catch {
    return null
  }
}

function store(language: string) {
  try {
    localStorage.setItem(STORAGE_KEY, language)
  } catch {
    // Without browser storage, the profile is read next time.
  }
}

let wanted = 'en'

/** Switches to this language; texts it lacks are in English. */
export async function speak(value: string | null | undefined) {
  const { value: language, load } = languageOf(value)
  wanted = language
  store(language)
  if (language === i18n.language) return
  const texts = await load?.().catch(() => undefined)
  // A later choice made while the texts were loading wins.
  if (wanted !== language || (load && !texts)) return
  if (texts) addText(texts.default, language)
  changeLanguage(language)
  document.documentElement.lang = language
}

export async function speakAsLastTime() {
  const last = readStored()
  if (last) await speak(last)
}
