import i18next from 'i18next'

/** What dates and numbers are written in; English before anything was said. */
export const spokenLanguage = () => i18next.language || 'en'
