export interface Emoji {
  unicode: string
  label: string
  group?: number
  order?: number
  tags?: string[]
}

// Parts that only make sense inside another emoji: hair, skin tones, single flag letters.
const components = 2

/** The emoji in the picker: whole emoji in their usual order, without skin tones. */
export const pickable = (emoji: readonly Emoji[]) =>
  emoji
    .filter(({ group }) => group !== undefined && group !== components)
    .sort((one, other) => (one.order ?? 0) - (other.order ?? 0))

/** Emoji whose name or tags have words beginning with every typed word; names count more. */
export function searchEmoji(emoji: readonly Emoji[], typed: string): Emoji[] {
  const words = typed.toLowerCase().trim().split(/\s+/).filter(Boolean)
  if (words.length === 0) return [...emoji]
  const beginsIn = (text: string) => words.every((word) => ` ${text}`.includes(` ${word}`))
  const byName = emoji.filter(({ label }) => beginsIn(label.toLowerCase()))
  const named = new Set(byName)
  const byTag = emoji.filter(
    (one) =>
      !named.has(one) && beginsIn(`${one.label} ${(one.tags ?? []).join(' ')}`.toLowerCase()),
  )
  return [...byName, ...byTag]
}

const recentLimit = 18

/** Latest first, without duplicates. */
export const withRecent = (recent: readonly string[], emoji: string) =>
  [emoji, ...recent.filter((one) => one !== emoji)].slice(0, recentLimit)
