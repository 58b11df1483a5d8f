import { propertyKinds } from '@cairn/contract'
import fc from 'fast-check'

/** Recognizable ids: kind and number. */
export const idOf = (kind: number, n: number) =>
  `${String(kind).repeat(8)}-0000-4000-8000-${String(n).padStart(12, '0')}`

export const names = [
  ...['alpha', 'Alpha', 'beta', 'Ärger', 'ärger', 'Zebra', 'ΣΟΦΌΣ', '𝒳', 'ﬀ', 'a%_\\b', ''],
  // Letters whose lower case depends on the locale, on the Unicode version or on their neighbors.
  ...['İz', 'Ilgaz', 'ılgaz', 'ẞ', 'ǅ', 'K', 'e\u0301', 'é', '𐐀', '\uE000', '\uFFFD', ' a', 'a b'],
]

/** Around today, around the range of tokens from there, and around nights with a clock change. */
export const today = '2025-03-10'
export const days = [
  ...['2025-02-28', '2025-03-01', '2025-03-02', '2025-03-09', today, '2025-03-11', '2025-03-30'],
  ...['2025-04-15', '2025-02-17', '2025-02-08', '2025-02-09', '2025-03-24', '2025-04-09'],
  ...['0001-01-01', '9999-12-31'],
]

/** Of the properties of a world: one of each kind, and a second list of options. */
export const propertyIds = [
  ...propertyKinds.map((kind, n) => ({ kind, id: idOf(6, n + 10) })),
  { kind: 'option' as const, id: idOf(6, 30) },
]
/** Of its options. */
export const optionId = (property: string, n: number) =>
  idOf(6, Number(property.slice(-2)) * 100 + n)
export const numbers = [-3, 0, 0.5, 2, 10, 1_000_000]
export const moments = [
  ...['2025-03-09T23:30:00.000Z', '2025-03-10T00:00:00.000Z', '2025-03-10T04:30:00.500Z'],
  ...['2025-03-30T01:00:00.001Z', '2025-02-28T22:59:59.999Z'],
]

/** Days that a comparison may name. */
export const textDays = days.filter((day) => day > '0001-01-01' && day < '9999-12-31')

/** Two that there may be, and one that there is not. */
export const ids = (kind: number) => [idOf(kind, 0), idOf(kind, 1), idOf(kind, 9)]

/** Often one that others have too: a query that speaks of it finds something. */
export const someName = fc.oneof(
  fc.constantFrom(...names.filter(Boolean)),
  fc.constantFrom('alpha', 'Alpha', 'ärger'),
)
