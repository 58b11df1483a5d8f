/** The sixteen label colors, as stored. Shown in this order. */
export const labelColours = [
  { name: 'rust', hex: '#ca5747' },
  { name: 'coral', hex: '#dd656d' },
  { name: 'amber', hex: '#d18223' },
  { name: 'ochre', hex: '#b48e23' },
  { name: 'moss', hex: '#8d912f' },
  { name: 'fern', hex: '#659c43' },
  { name: 'pine', hex: '#3d9461' },
  { name: 'lagoon', hex: '#359e8b' },
  { name: 'tarn', hex: '#1a96a1' },
  { name: 'sky', hex: '#2397c1' },
  { name: 'lake', hex: '#3d81d4' },
  { name: 'iris', hex: '#7173d7' },
  { name: 'heather', hex: '#9168c7' },
  { name: 'orchid', hex: '#b861b6' },
  { name: 'rose', hex: '#cd527c' },
  { name: 'granite', hex: '#78818b' },
] as const

/** A typed or pasted color as six lower-case digits; undefined if it is none. */
export function readHex(typed: string): string | undefined {
  const digits = typed.trim().replace(/^#/, '').toLowerCase()
  if (/^[0-9a-f]{6}$/.test(digits)) return `#${digits}`
  if (!/^[0-9a-f]{3}$/.test(digits)) return undefined
  return `#${[...digits].map((digit) => digit + digit).join('')}`
}
