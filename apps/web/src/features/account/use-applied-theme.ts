import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { setTheme, type ThemeChoice, themes } from '#ui/theme.ts'
import { profile } from './hooks.ts'

const choices: readonly unknown[] = ['system', ...themes]

/** The profile's theme wins over what this browser remembers, as soon as it is known. */
export function useAppliedTheme() {
  const chosen = useQuery(profile).data?.theme.theme
  useEffect(() => {
    if (choices.includes(chosen)) setTheme(chosen as ThemeChoice)
  }, [chosen])
}
