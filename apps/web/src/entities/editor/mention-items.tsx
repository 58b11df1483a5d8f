import type { Editor, Range } from '@tiptap/react'
import { Avatar, type Person } from '#ui/people/avatar.tsx'
import type { Suggested } from './suggestions.ts'

const most = 5

/** Users whose name has a word with this prefix. */
export function findPeople(typed: string, people: readonly Person[]): Suggested[] {
  const wanted = ` ${typed.toLowerCase()}`
  return people
    .filter(({ name }) => ` ${name.toLowerCase()}`.includes(wanted))
    .slice(0, most)
    .map((person) => ({
      id: person.id,
      label: person.name,
      icon: <Avatar person={person} size={16} tooltip={false} />,
      insert: (editor: Editor, range: Range) =>
        editor
          .chain()
          .focus()
          .insertContentAt(range, [
            {
              type: 'mention',
              attrs: { id: crypto.randomUUID(), person: person.id, name: person.name },
            },
            { type: 'text', text: ' ' },
          ])
          .run(),
    }))
}
