/**
 * Stands in for `i18next` and `react-i18next` in the browser (see `vite.config.ts`). Our sentences are
 * looked up by key, chosen by `count` and filled with names; of all else a library of languages can do
 * nothing is used, and it would be a tenth of what the first screen loads.
 */
type Options = Record<string, unknown> & { count?: number; defaultValue?: string }

const plural = new Intl.PluralRules('en')
let words: Record<string, unknown> = {}

function find(key: string): string | undefined {
  let found: unknown = words
  for (const step of key.split('.')) found = (found as Record<string, unknown> | undefined)?.[step]
  return typeof found === 'string' ? found : undefined
}

function choose(key: string, count: number | undefined): string | undefined {
  const chosen = count === undefined ? undefined : find(`${key}_${plural.select(count)}`)
  return chosen ?? find(key)
}

export function t(key: string, options?: Options): string {
  const sentence = choose(key, options?.count) ?? options?.defaultValue ?? key
  // Who fills it in themselves gets it as it stands.
  if (!options) return sentence
  return sentence.replace(/\{\{(.+?)\}\}/g, (_, name: string) => String(options[name.trim()] ?? ''))
}

const i18n = {
  isInitialized: false,
  language: 'en',
  t,
  exists: (key: string) => find(key) !== undefined,
  use: () => i18n,
  init({ resources }: { resources: { en: { translation: Record<string, unknown> } } }) {
    words = resources.en.translation
    i18n.isInitialized = true
  },
  addResourceBundle(_language: string, _namespace: string, more: object) {
    Object.assign(words, more)
  },
}
export default i18n

/** @public */
export const initReactI18next = {}

const translation = { t, i18n }
/**
 * The language never changes, so nobody has to hear of it.
 *
 * @public
 */
export const useTranslation = () => translation
