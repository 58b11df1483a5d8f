import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'
import { languageOf } from './languages.ts'

/** What every screen says; the words of one area come with the code that says them, see `addText`. */
const files = import.meta.glob<Record<string, object>>(
  ['../locales/en/common.json', '../locales/en/errors.json', '../locales/en/ui.json'],
  { eager: true, import: 'default' },
)

/** Each file holds one area under its own name, so that they merge without looking at each other. */
const english = Object.assign({}, ...Object.values(files)) as Record<string, object>

/**
 * Called by `virtual:text/<area>`, which the build puts in front of every module that asks for a key
 * of that area: nobody loads the words of a screen that is not open, and no screen opens without its
 * words.
 *
 * @public
 */
export function addText(words: Record<string, object>) {
  Object.assign(english, words)
  if (i18next.isInitialized) i18next.addResourceBundle('en', 'translation', words)
}

export const startI18n = () =>
  i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    resources: { en: { translation: english } },
    // React escapes by itself.
    interpolation: { escapeValue: false },
    initAsync: false,
  })

const REMEMBERED = 'userLanguage'

/** What was spoken in this browser last, for screens nobody is signed in on. */
function remembered() {
  try {
    return localStorage.getItem(REMEMBERED)
  } catch {
    return null
  }
}

function remember(language: string) {
  try {
    localStorage.setItem(REMEMBERED, language)
  } catch {
    // A browser that keeps nothing asks the profile next time.
  }
}

let wanted = 'en'

/** From now on everything is said in this language; without its words, in English. */
export async function speak(value: string | null | undefined) {
  const { value: language, load } = languageOf(value)
  wanted = language
  remember(language)
  if (language === i18next.language) return
  const words = await load?.().catch(() => undefined)
  // Who changes their mind while the words are fetched is not talked over.
  if (wanted !== language || (load && !words)) return
  if (words) i18next.addResourceBundle(language, 'translation', words.default)
  await i18next.changeLanguage(language)
  document.documentElement.lang = language
}

export async function speakAsLastTime() {
  const last = remembered()
  if (last) await speak(last)
}
