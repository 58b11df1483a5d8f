import type { LogoValue } from '#ui/icons/logo-value.ts'

const logoKey = 'editor-calloutComponent-logo'
const colourKey = 'editor-calloutComponent-background'

function read(key: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

function save(key: string, value: unknown) {
  try {
    localStorage.setItem(key, JSON.stringify(value))
  } catch {}
}

/** A picked logo as attributes of a callout. */
export const calloutLook = ({ in_use, emoji, icon }: LogoValue) =>
  in_use === 'icon'
    ? { icon: icon?.name ?? null, iconColour: icon?.color ?? null }
    : { emoji: emoji?.value ?? null, icon: null, iconColour: null }

/** The look of the last callout, used for the next one. */
export function lastCallout() {
  const logo = read(logoKey)
  const background = read(colourKey)
  return {
    ...(logo && typeof logo === 'object' ? calloutLook(logo as LogoValue) : {}),
    ...(typeof background === 'string' && { background }),
  }
}

export const saveCalloutLogo = (logo: LogoValue) => save(logoKey, logo)
export const saveCalloutColour = (colour: string | null) => save(colourKey, colour)
