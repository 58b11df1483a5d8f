import type { Extensions } from '@tiptap/core'
import { CodeBlockLowlight } from '@tiptap/extension-code-block-lowlight'
import { TaskItem, TaskList } from '@tiptap/extension-list'
import { Placeholder } from '@tiptap/extensions'
import { Alignment } from './alignment.ts'
import { Blocks } from './blocks.ts'
import { Callout } from './callout.ts'
import { BackgroundColour, TextColour } from './colour-marks.ts'
import { Emoji } from './emoji.ts'
import { lowlight } from './highlight.ts'
import { MarkdownPaste } from './markdown-paste.ts'
import { Mention } from './mention.ts'
import { PageEmbed } from './page-embed.ts'
import { Picture } from './picture.ts'
import { SelectBlock } from './select-block.ts'
import { starter } from './starter.ts'
import { tableExtensions } from './table.ts'
import { Typography } from './typography.ts'
import { WholeBlocks } from './whole-blocks.ts'
import { WordPaste } from './word-paste.ts'
import { WorkItemEmbed } from './work-item-embed.ts'

/** Blocks the app renders itself, by extending them with a view there. */
export const CodeBlock = CodeBlockLowlight.configure({
  lowlight,
  defaultLanguage: 'plaintext',
  enableTabIndentation: true,
  tabSize: 2,
})
export { Callout, Mention, PageEmbed, Picture, WorkItemEmbed }

interface Words {
  /** The accessible name of a task's checkbox. */
  task: (text: string) => string
  /** Shown in an empty line; with the level for a heading. */
  placeholder: (line: { level?: number; focused: boolean; alone: boolean }) => string
}

interface Kind {
  /** Edited by several users at once: the undo history is in the shared document. */
  shared?: boolean
}

/** All extensions of a document, except the blocks above. */
export const documentExtensions = (
  { task, placeholder }: Words,
  { shared = false }: Kind = {},
): Extensions => [
  starter({ shared }),
  TaskList,
  TaskItem.configure({
    nested: true,
    a11y: { checkboxLabel: (node) => task(node.firstChild?.textContent ?? '') },
  }),
  ...tableExtensions,
  Alignment,
  TextColour,
  BackgroundColour,
  Emoji,
  Typography,
  SelectBlock,
  Blocks,
  WholeBlocks,
  MarkdownPaste,
  WordPaste,
  Placeholder.configure({
    placeholder: ({ editor, node }) =>
      placeholder({
        level: node.type.name === 'heading' ? node.attrs.level : undefined,
        focused: editor.isFocused,
        alone: editor.isEmpty,
      }),
  }),
]
