type Catalogue = Promise<{ default: Record<string, object> }>

interface Language {
  /** As the profile keeps it. */
  value: string
  /** The name it gives itself. */
  label: string
  load?: () => Catalogue
}

/**
 * Those that have a folder in `locales/`. English comes along with every screen and says what another
 * has no words for; the others are one file each, fetched by who speaks them.
 */
export const languages: readonly Language[] = [
  { value: 'en', label: 'English' },
  { value: 'de', label: 'Deutsch', load: () => import('virtual:language/de') },
]

export const languageOf = (value: string | null | undefined): Language =>
  languages.find((language) => language.value === value) ?? { value: 'en', label: 'English' }
