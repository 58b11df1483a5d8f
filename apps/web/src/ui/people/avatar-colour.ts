const colours = [
  'ember',
  'clay',
  'sand',
  'moss',
  'pine',
  'lagoon',
  'tarn',
  'lake',
  'iris',
  'heather',
  'orchid',
  'slate',
] as const

/** A user has the same color everywhere and always (FNV-1a of the id). */
export function avatarColour(id: string): (typeof colours)[number] {
  let hash = 0x811c9dc5
  for (const char of id) {
    hash ^= char.codePointAt(0) ?? 0
    hash = Math.imul(hash, 0x01000193) >>> 0
  }
  return colours[hash % colours.length] ?? 'slate'
}

/** The first letter or digit: no spaces or symbols; emoji stay whole. */
export function initialOf(name: string): string {
  const letter = name.match(/[\p{L}\p{N}]/u)?.[0] ?? [...name.trim()][0] ?? '?'
  return letter.toLocaleUpperCase()
}
