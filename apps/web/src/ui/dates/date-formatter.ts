const made = new WeakMap<Intl.DateTimeFormatOptions, Map<string, Intl.DateTimeFormat>>()

/** Expensive to create and cheap to use, so one is cached per format, language and zone. */
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
