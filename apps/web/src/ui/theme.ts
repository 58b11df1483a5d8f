import { useSyncExternalStore } from 'react'

export const themes = ['light', 'dark', 'light-contrast', 'dark-contrast'] as const
export type Theme = (typeof themes)[number]
export type ThemeChoice = Theme | 'system'

const storageKey = 'cairn.theme'
const isTheme = (value: unknown): value is Theme => themes.includes(value as Theme)

export function resolveTheme(choice: unknown, systemIsDark: boolean): Theme {
  if (isTheme(choice)) return choice
  return systemIsDark ? 'dark' : 'light'
}

const prefersDark = () => matchMedia('(prefers-color-scheme: dark)')

// Storage is refused in some private windows; the choice then lasts as long as the page.
function readChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(storageKey)
    return isTheme(stored) ? stored : 'system'
  } catch {
    return 'system'
  }
}

let choice: ThemeChoice | undefined
const listeners = new Set<() => void>()

function apply() {
  const root = document.documentElement
  root.dataset.theme = resolveTheme(choice, prefersDark().matches)
  // The browser's own bar around the page, on phones.
  const canvas = getComputedStyle(root).getPropertyValue('--canvas')
  for (const bar of document.querySelectorAll('meta[name=theme-color]'))
    bar.setAttribute('content', canvas)
  for (const listener of listeners) listener()
}

function currentChoice(): ThemeChoice {
  choice ??= readChoice()
  return choice
}

export function setTheme(next: ThemeChoice) {
  choice = next
  try {
    localStorage.setItem(storageKey, next)
  } catch {}
  apply()
}

function handleStorage(event: StorageEvent) {
  if (event.key !== storageKey) return
  choice = readChoice()
  apply()
}

function subscribe(listener: () => void) {
  if (listeners.size === 0) {
    prefersDark().addEventListener('change', apply)
    addEventListener('storage', handleStorage)
  }
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    prefersDark().removeEventListener('change', apply)
    removeEventListener('storage', handleStorage)
  }
}

const appliedTheme = (): Theme => {
  const applied = document.documentElement.dataset.theme
  return isTheme(applied) ? applied : 'light'
}

/** `choice` is what the person picked, `theme` what it means on this device right now. */
export function useTheme() {
  return {
    choice: useSyncExternalStore(subscribe, currentChoice),
    theme: useSyncExternalStore(subscribe, appliedTheme),
    setTheme,
  }
}
