import { useSyncExternalStore } from 'react'
import type { Palette } from './custom-theme.ts'

export const themes = ['light', 'dark', 'light-contrast', 'dark-contrast'] as const
export type Theme = (typeof themes)[number]
export type ThemeChoice = Theme | 'system' | 'custom'

const storageKey = 'cairn.theme'
const paletteKey = 'cairn.theme.palette'
const isTheme = (value: unknown): value is Theme => themes.includes(value as Theme)

export function resolveTheme(choice: unknown, systemIsDark: boolean): Theme {
  if (isTheme(choice)) return choice
  return systemIsDark ? 'dark' : 'light'
}

const prefersDark = () => matchMedia('(prefers-color-scheme: dark)')

// Some private windows refuse storage; the choice then lasts as long as the page.
function stored(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function store(key: string, value: string | undefined) {
  try {
    if (value === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, value)
  } catch {}
}

function readPalette(): Palette | undefined {
  try {
    return JSON.parse(stored(paletteKey) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}

function readChoice(): ThemeChoice {
  const choice = stored(storageKey)
  if (choice === 'custom') return readPalette() ? choice : 'system'
  return isTheme(choice) ? choice : 'system'
}

let choice: ThemeChoice | undefined
let palette: Palette | undefined
const listeners = new Set<() => void>()

/** Sets all colors of the palette as custom properties of the root element, or removes them. */
function paint(root: HTMLElement, next: Palette | undefined) {
  for (const name of [...root.style]) if (name.startsWith('--')) root.style.removeProperty(name)
  if (root.style.length === 0) root.removeAttribute('style')
  if (next) root.dataset.palette = 'custom'
  else delete root.dataset.palette
  for (const [token, value] of Object.entries(next?.tokens ?? {})) {
    root.style.setProperty(`--${token}`, value)
  }
}

function apply() {
  const root = document.documentElement
  const custom = choice === 'custom' ? palette : undefined
  root.dataset.theme = custom?.base ?? resolveTheme(choice, prefersDark().matches)
  paint(root, custom)
  // The browser's own bar around the page, on phones.
  const canvas = getComputedStyle(root).getPropertyValue('--canvas')
  for (const bar of document.querySelectorAll('meta[name=theme-color]'))
    bar.setAttribute('content', canvas)
  for (const listener of listeners) listener()
}

function currentChoice(): ThemeChoice {
  if (choice === undefined) {
    choice = readChoice()
    palette = readPalette()
  }
  return choice
}

/** A custom theme needs a palette; the other themes have their own. */
export function setTheme(next: Exclude<ThemeChoice, 'custom'>): void
export function setTheme(next: 'custom', colours: Palette): void
export function setTheme(next: ThemeChoice, colours?: Palette) {
  choice = next
  palette = colours
  store(storageKey, next)
  store(paletteKey, colours && JSON.stringify(colours))
  apply()
}

function handleStorage(event: StorageEvent) {
  if (event.key !== storageKey && event.key !== paletteKey) return
  choice = readChoice()
  palette = readPalette()
  apply()
}

// Whether or not a component shows the theme, the page follows the device and other tabs.
if ('matchMedia' in globalThis) {
  prefersDark().addEventListener('change', () => {
    currentChoice()
    apply()
  })
  addEventListener('storage', handleStorage)
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const appliedTheme = (): Theme => {
  const applied = document.documentElement.dataset.theme
  return isTheme(applied) ? applied : 'light'
}

/** `choice` is what the user picked, `theme` what it resolves to on this device now. */
export function useTheme() {
  return {
    choice: useSyncExternalStore(subscribe, currentChoice),
    theme: useSyncExternalStore(subscribe, appliedTheme),
    setTheme,
  }
}
