import { lookup } from '@cairn/contract'
export const isMac = () =>
  typeof navigator !== 'undefined' && /mac|iphone|ipad/i.test(navigator.platform)

const macSigns: Record<string, string> = {
  mod: '⌘',
  ctrl: '⌃',
  alt: '⌥',
  shift: '⇧',
  enter: '↵',
  backspace: '⌫',
}
const otherSigns: Record<string, string> = {
  mod: 'Ctrl',
  ctrl: 'Ctrl',
  alt: 'Alt',
  shift: 'Shift',
  enter: '↵',
  backspace: '⌫',
}
const arrows: Record<string, string> = { up: '↑', down: '↓', left: '←', right: '→', esc: 'Esc' }

/** The key caps of a shortcut as on the user's keyboard. */
export function shortcutKeys(keys: string, mac = isMac()): string[] {
  const signs = mac ? macSigns : otherSigns
  return keys
    .split(/[+ ]/)
    .map(
      (key) =>
        lookup(signs, key) ?? lookup(arrows, key) ?? (key.length === 1 ? key.toUpperCase() : key),
    )
}

/** For `aria-keyshortcuts`-like use: "Control+K". */
export function shortcutWords(keys: string, mac = isMac()): string {
  const words: Record<string, string> = { mod: mac ? 'Command' : 'Control', esc: 'Escape' }
  return keys
    .split(' ')
    .map((chord) =>
      chord
        .split('+')
        .map((key) => lookup(words, key) ?? key.charAt(0).toUpperCase() + key.slice(1))
        .join('+'),
    )
    .join(' ')
}
