/** The colors a user picks; the rest of a custom theme is derived from these five. */
export interface CustomColours {
  background: string
  text: string
  primary: string
  sidebarBackground: string
  sidebarText: string
}

export const customFields = [
  'background',
  'text',
  'primary',
  'sidebarBackground',
  'sidebarText',
] as const satisfies readonly (keyof CustomColours)[]

export const firstColours: CustomColours = {
  background: '#0d101b',
  text: '#c5c5c5',
  primary: '#3f76ff',
  sidebarBackground: '#0d101b',
  sidebarText: '#c5c5c5',
}

export interface Palette {
  /**
   * The theme whose tokens apply where the palette has none: shadows, tooltips, native controls.
   */
  base: 'light' | 'dark'
  /** Custom properties without their dashes. */
  tokens: Record<string, string>
}

const WHITE = '#ffffff'
const BLACK = '#000000'
const TEXT = 4.5
const SHAPE = 3

const channels = (hex: string) =>
  [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as [number, number, number]

const toHex = (values: number[]) =>
  `#${values.map((value) => Math.round(value).toString(16).padStart(2, '0')).join('')}`

/** `share` of the second color in the first. */
function mix(colour: string, other: string, share: number): string {
  const target = channels(other)
  return toHex(channels(colour).map((value, at) => value + ((target[at] ?? 0) - value) * share))
}

function luminance(hex: string): number {
  const [red, green, blue] = channels(hex).map((value) => {
    const part = value / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast ratio of WCAG 2. */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const worst = (colour: string, grounds: readonly string[]) =>
  Math.min(...grounds.map((ground) => contrast(colour, ground)))

const poleOver = (grounds: readonly string[]) =>
  worst(WHITE, grounds) > worst(BLACK, grounds) ? WHITE : BLACK

/**
 * The color itself if it is readable, otherwise the nearest readable one towards black or white.
 */
function readable(colour: string, grounds: readonly string[], least: number): string {
  const pole = poleOver(grounds)
  for (let share = 0; share < 1; share += 0.04) {
    const candidate = mix(colour, pole, share)
    if (worst(candidate, grounds) >= least) return candidate
  }
  return pole
}

/**
 * The background tinted only as far as black or white, whichever suits the text, stays readable on
 * it.
 */
function tinted(background: string, colour: string, share: number): string {
  const pole = poleOver([background])
  const candidate = mix(background, colour, share)
  if (contrast(pole, candidate) >= TEXT) return candidate
  return share < 0.01 ? background : tinted(background, colour, share / 2)
}

/** Backgrounds, lines and text colors of one area: the app or the sidebar. */
function areaOf(background: string, text: string, primary: string) {
  const shade = (share: number) => tinted(background, text, share)
  const isDark = poleOver([background]) === WHITE
  const grounds = {
    canvas: shade(0.03),
    surface: background,
    raised: isDark ? shade(0.05) : background,
    sunken: shade(0.03),
    hover: shade(0.07),
    pressed: shade(0.11),
    selected: tinted(background, primary, 0.12),
    'selected-hover': tinted(background, primary, 0.17),
  }
  const all = Object.values(grounds)
  const ink = readable(text, all, TEXT)
  return {
    ...grounds,
    'line-subtle': mix(background, ink, 0.12),
    line: mix(background, ink, 0.14),
    'line-strong': mix(background, ink, 0.3),
    control: readable(mix(background, ink, 0.5), all, SHAPE),
    ink,
    'ink-2': readable(mix(background, ink, 0.75), all, TEXT),
    'ink-3': readable(mix(background, ink, 0.6), all, TEXT),
    'ink-disabled': mix(background, ink, 0.5),
    'ink-inverse': background,
    'accent-ink': readable(primary, all, TEXT),
    'accent-subtle': grounds.selected,
    'accent-line': mix(background, primary, 0.5),
    focus: readable(primary, all, SHAPE),
  }
}

/** A solid color with text on it, and its two stronger steps. */
function solidOf(colour: string) {
  const on = poleOver([colour])
  const away = on === WHITE ? BLACK : WHITE
  return { colour, on, hover: mix(colour, away, 0.12), pressed: mix(colour, away, 0.2) }
}

const statuses = { danger: '#d43538', warning: '#bd7d14', success: '#2e9052', info: '#2479cc' }

/** Colors with a meaning keep their hue; only the lightness is adjusted. */
const marks = {
  'priority-urgent': '#d43538',
  'priority-high': '#d96323',
  'priority-medium': '#b28118',
  'priority-low': '#4f86b3',
  'state-unstarted': '#4077b3',
  'state-started': '#c47913',
  'state-completed': '#2e9052',
  'state-cancelled': '#7a8189',
  'chart-1': '#137c8d',
  'chart-2': '#d36b2d',
  'chart-3': '#7b62b8',
  'chart-4': '#3b9158',
  'chart-5': '#cd4f61',
  'chart-6': '#3377be',
  'chart-7': '#ac8420',
  'chart-8': '#a45b9f',
}

/** Tokens that change inside the sidebar; the style sheet has the same list. */
const inSidebar = (area: ReturnType<typeof areaOf>) =>
  Object.fromEntries(Object.entries(area).map(([token, value]) => [`sidebar-${token}`, value]))

export function derivePalette(colours: CustomColours): Palette {
  const { background, text, primary } = colours
  const area = areaOf(background, text, primary)
  const grounds = [area.canvas, area.surface, area.raised, area.sunken, area.hover, area.pressed]
  const accent = solidOf(readable(primary, grounds, SHAPE))

  const tokens: Record<string, string> = {
    ...area,
    accent: accent.colour,
    'on-accent': accent.on,
    'accent-hover': accent.hover,
    'accent-pressed': accent.pressed,
    'on-solid': background,
    'priority-none': area.control,
    'state-backlog': area.control,
    'chart-grid': area['line-subtle'],
    'chart-ideal': area.control,
  }
  for (const [status, hue] of Object.entries(statuses)) {
    const subtle = tinted(background, hue, 0.14)
    Object.assign(tokens, {
      [status]: readable(hue, [...grounds, subtle], SHAPE),
      [`${status}-subtle`]: subtle,
      [`${status}-ink`]: readable(hue, [...grounds, area.selected, subtle], TEXT),
      [`${status}-line`]: mix(background, hue, 0.45),
    })
  }
  const danger = solidOf(tokens.danger ?? statuses.danger)
  Object.assign(tokens, { 'on-danger': danger.on, 'danger-hover': danger.hover })
  for (const [mark, hue] of Object.entries(marks)) {
    Object.assign(tokens, { [mark]: readable(hue, grounds, SHAPE) })
  }

  const sidebar = areaOf(colours.sidebarBackground, colours.sidebarText, primary)
  // In the sidebar the background is the canvas, and exactly the picked color.
  Object.assign(tokens, inSidebar({ ...sidebar, canvas: colours.sidebarBackground }))
  const base = poleOver([background]) === WHITE ? 'dark' : 'light'
  return { base, tokens }
}
