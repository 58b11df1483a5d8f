import i18next from 'i18next'
import { initReactI18next } from 'react-i18next'

const files = import.meta.glob<Record<string, object>>('../locales/en/*.json', {
  eager: true,
  import: 'default',
})

/** Each file holds one area under its own name, so that they merge without looking at each other. */
const english = Object.assign({}, ...Object.values(files)) as Record<string, object>

export const startI18n = () =>
  i18next.use(initReactI18next).init({
    lng: 'en',
    fallbackLng: 'en',
    resources: { en: { translation: english } },
    // React escapes by itself.
    interpolation: { escapeValue: false },
    initAsync: false,
  })
