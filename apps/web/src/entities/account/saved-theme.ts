import { lookup } from '@cairn/contract'
import { readHex } from '#ui/controls/label-colours.ts'
import {
  type CustomColours,
  customFields,
  derivePalette,
  firstColours,
} from '#ui/theme/custom-theme.ts'
import { setTheme, type ThemeChoice } from '#ui/theme/theme.ts'

type PlainTheme = Exclude<ThemeChoice, 'custom'>

/** The profile's `theme`, replaced as a whole: leaving a custom theme leaves none of it behind. */
export type SavedTheme =
  | { theme: PlainTheme }
  | ({ theme: 'custom'; palette: string; darkPalette: boolean } & CustomColours)

export const customTheme = (colours: CustomColours): SavedTheme => ({
  theme: 'custom',
  ...colours,
  palette: customFields.map((field) => colours[field]).join(','),
  darkPalette: false,
})

/** Five colors from the profile, which any client may have written. */
export function coloursIn(theme: Record<string, unknown>): CustomColours {
  const read = (field: keyof CustomColours) =>
    readHex(String(lookup(theme, field) ?? '')) ?? firstColours[field]
  return {
    background: read('background'),
    text: read('text'),
    primary: read('primary'),
    sidebarBackground: read('sidebarBackground'),
    sidebarText: read('sidebarText'),
  }
}

export const applyCustomTheme = (theme: Record<string, unknown>) =>
  setTheme('custom', derivePalette(coloursIn(theme)))
