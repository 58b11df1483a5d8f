import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect } from 'react'
import { setTheme, type ThemeChoice, themes } from '#ui/theme/theme.ts'
import { profile } from './hooks.ts'

const plainThemes: readonly unknown[] = ['system', ...themes]

/** The profile's theme wins over what this browser remembers, as soon as it is known. */
export function useAppliedTheme() {
  const { data } = useQuery(profile)
  const saved = data && JSON.stringify(data.theme)
  // Before the paint: a screen must not show in one theme and turn into another.
  useLayoutEffect(() => {
    const theme = JSON.parse(saved ?? '{}') as Record<string, unknown>
    const chosen = theme.theme
    if (plainThemes.includes(chosen)) setTheme(chosen as Exclude<ThemeChoice, 'custom'>)
    if (chosen !== 'custom') return
    let left = false
    // Few have one, and their browser remembers its colours from the last time.
    void import('./saved-theme.ts').then(({ applyCustomTheme }) => {
      if (!left) applyCustomTheme(theme)
    })
    return () => {
      left = true
    }
  }, [saved])
}
