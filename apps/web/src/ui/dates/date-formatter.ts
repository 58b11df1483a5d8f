const made = new WeakMap<Intl.DateTimeFormatOptions, Map<string, Intl.DateTimeFormat>>()

/** Dear to make and cheap to use, so there is one for each look, language and zone. */
export function dateFormatter(
  look: Intl.DateTimeFormatOptions,
  locale: string,
  timeZone?: string,
): Intl.DateTimeFormat {
  const ofLook = made.get(look) ?? new Map<string, Intl.DateTimeFormat>()
  made.set(look, ofLook)
  const key = `${locale} ${timeZone ?? ''}`
  const formatter = ofLook.get(key) ?? new Intl.DateTimeFormat(locale, { ...look, timeZone })
  ofLook.set(key, formatter)
  return formatter
}
