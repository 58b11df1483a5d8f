import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { speak } from '#data/i18n.ts'
import { profile } from './hooks.ts'

/** The profile's language overrides the one stored in this browser, as soon as it is known. */
export function useSpokenLanguage() {
  const { data } = useQuery(profile)
  const language = data?.language
  useEffect(() => {
    if (language) void speak(language)
  }, [language])
}
