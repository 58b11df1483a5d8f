import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect } from 'react'
import { setTheme, type ThemeChoice, themes } from '#ui/theme/theme.ts'
import { profile } from './hooks.ts'

const plainThemes: readonly unknown[] = ['system', ...themes]

/** The profile's theme overrides the one stored in this browser, as soon as it is known. */
export function useAppliedTheme() {
  const { data } = useQuery(profile)
  const saved = data && JSON.stringify(data.theme)
  // Before the paint: a screen must not appear in one theme and switch to another.
  useLayoutEffect(() => {
    const theme = JSON.parse(saved ?? '{}') as Record<string, unknown>
    const chosen = theme.theme
    if (plainThemes.includes(chosen)) setTheme(chosen as Exclude<ThemeChoice, 'custom'>)
    if (chosen !== 'custom') return
    let left = false
    // Few users have one, and their browser has its colors stored.
    void import('./saved-theme.ts').then(({ applyCustomTheme }) => {
      if (!left) applyCustomTheme(theme)
    })
    return () => {
      left = true
    }
  }, [saved])
}
