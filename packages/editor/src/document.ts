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
import { Picture } from './picture.ts'
import { SelectBlock } from './select-block.ts'
import { starter } from './starter.ts'
import { tableExtensions } from './table.ts'
import { Typography } from './typography.ts'
import { WorkItemEmbed } from './work-item-embed.ts'

/** Blocks whose looks the application draws itself, extended there by a view. */
export const CodeBlock = CodeBlockLowlight.configure({
  lowlight,
  defaultLanguage: 'plaintext',
  enableTabIndentation: true,
  tabSize: 2,
})
export { Callout, Mention, Picture, WorkItemEmbed }

interface Words {
  /** The name of a task's box for those who do not see it. */
  task: (text: string) => string
  /** In an empty line; of a heading with its level. */
  placeholder: (line: { level?: number; focused: boolean; alone: boolean }) => string
}

interface Kind {
  /** Written by several at once: what one may undo is kept with the shared document. */
  shared?: boolean
}

/** Everything a document may hold, but for the blocks above. */
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
  MarkdownPaste,
  Placeholder.configure({
    placeholder: ({ editor, node }) =>
      placeholder({
        level: node.type.name === 'heading' ? node.attrs.level : undefined,
        focused: editor.isFocused,
        alone: editor.isEmpty,
      }),
  }),
]
