type Catalogue = Promise<{ default: Record<string, object> }>

interface Language {
  /** The value in the profile. */
  value: string
  /** Its name in the language itself. */
  label: string
  load?: () => Catalogue
}

/**
 * The languages with a folder in `locales/`. English is part of every screen and the fallback for
 * missing texts; each other language is one file, loaded by its users.
 */
export const languages: readonly Language[] = [
  { value: 'en', label: 'English' },
  { value: 'de', label: 'Deutsch', load: () => import('virtual:language/de') },
]

export const languageOf = (value: string | null | undefined): Language =>
  languages.find((language) => language.value === value) ?? { value: 'en', label: 'English' }
