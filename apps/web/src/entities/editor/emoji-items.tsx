import type { Editor, Range } from '@tiptap/react'
import { type Emoji, pickable, searchEmoji } from '#ui/controls/emoji-search.ts'
import type { Suggested } from './suggestions.ts'

const most = 5
let known: Emoji[] | undefined

/** Offered before a letter is typed. */
const usual = [
  { name: '+1', unicode: '👍' },
  { name: '-1', unicode: '👎' },
  { name: 'smile', unicode: '😄' },
  { name: 'orange_heart', unicode: '🧡' },
  { name: 'eyes', unicode: '👀' },
]

const nameOf = (label: string) =>
  label
    .toLowerCase()
    .replace(/[^a-z\d]+/g, '_')
    .slice(0, 64)

const item = (name: string, unicode: string): Suggested => ({
  id: name,
  label: `:${name}:`,
  icon: (
    <span aria-hidden className="emoji-sample grid w-4 place-items-center text-[15px] leading-none">
      {unicode}
    </span>
  ),
  insert: (editor: Editor, range: Range) =>
    editor
      .chain()
      .focus()
      .insertContentAt(range, { type: 'emoji', attrs: { name, emoji: unicode } })
      .run(),
})

/** 90 KB compressed: loaded when a colon is typed. */
export function loadEmoji(changed: () => void) {
  if (known) return
  import('emojibase-data/en/compact.json').then(({ default: all }) => {
    known = pickable(all)
    changed()
  })
}

export function findEmoji(typed: string): Suggested[] {
  const words = typed.replace(/[_-]+/g, ' ').trim()
  const named = usual.filter(({ name }) => name.startsWith(typed.toLowerCase()))
  const found = words ? searchEmoji(known ?? [], words) : []
  const rest = found.filter(({ unicode }) => named.every((one) => one.unicode !== unicode))
  return [
    ...named.map(({ name, unicode }) => item(name, unicode)),
    ...rest.map(({ label, unicode }) => item(nameOf(label), unicode)),
  ].slice(0, most)
}
