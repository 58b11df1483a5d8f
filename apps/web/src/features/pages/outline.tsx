import type { Editor } from '@tiptap/react'
import { classNames } from '#ui/theme/class-names.ts'
import { type Heading, showBlock } from './text-parts.ts'

const indents: Record<number, string> = { 1: 'pl-2', 2: 'pl-5', 3: 'pl-8' }

/** The headings, each a link to its position. */
export function Outline({ editor, headings }: { editor: Editor; headings: readonly Heading[] }) {
  return (
    <ul>
      {headings.map(({ at, level, text }) => (
        <li key={at}>
          <button
            type="button"
            onClick={() => showBlock(editor, at)}
            className={classNames(
              'focus-inset block w-full truncate rounded-md py-1 pr-2 text-left hover:bg-hover max-md:py-3',
              level === 1 ? 'font-medium text-ink' : 'text-ink-2',
              indents[level],
            )}
          >
            {text}
          </button>
        </li>
      ))}
    </ul>
  )
}
