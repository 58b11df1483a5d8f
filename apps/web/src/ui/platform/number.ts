import { currentLanguage } from '#data/i18n.ts'

// A formatter is expensive to create and cheap to use.
let inGroups = new Intl.NumberFormat('en')
let language = 'en'

/** "10,000", as written in the current language. */
export function groupedNumber(value: number) {
  const spoken = currentLanguage()
  if (language !== spoken) {
    language = spoken
    inGroups = new Intl.NumberFormat(language)
  }
  return inGroups.format(value)
}

/** For texts with a count: the plural form, and the formatted number. */
export const counted = (count: number) => ({ count, number: groupedNumber(count) })
