export type MailLanguage = 'en' | 'de'

export const toMailLanguage = (language: string | null | undefined): MailLanguage =>
  language === 'de' ? 'de' : 'en'
