import { currentLanguage } from '#data/i18n.ts'

// A formatter is dear to make and cheap to use.
let inGroups = new Intl.NumberFormat('en')
let language = 'en'

/** "10,000", as the language spoken writes it. */
export function groupedNumber(value: number) {
  const spoken = currentLanguage()
  if (language !== spoken) {
    language = spoken
    inGroups = new Intl.NumberFormat(language)
  }
  return inGroups.format(value)
}

/** For texts that say how many: which plural, and the number as it is written. */
export const counted = (count: number) => ({ count, number: groupedNumber(count) })
