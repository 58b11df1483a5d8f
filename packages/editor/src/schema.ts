import { getSchema } from '@tiptap/core'
import { CodeBlockLowlight } from '@tiptap/extension-code-block-lowlight'
import { TaskItem, TaskList } from '@tiptap/extension-list'
import { Alignment } from './alignment.ts'
import { Callout } from './callout.ts'
import { BackgroundColour, TextColour } from './colour-marks.ts'
import { Emoji } from './emoji.ts'
import { Mention } from './mention.ts'
import { PageEmbed } from './page-embed.ts'
import { Picture } from './picture.ts'
import { starter } from './starter.ts'
import { tableExtensions } from './table.ts'
import { WorkItemEmbed } from './work-item-embed.ts'

/** The schema of a page, without the editor around it. */
export const pageSchema = getSchema([
  starter(),
  CodeBlockLowlight,
  TaskList,
  TaskItem.configure({ nested: true }),
  ...tableExtensions,
  Alignment,
  TextColour,
  BackgroundColour,
  Emoji,
  Callout,
  Mention,
  Picture,
  WorkItemEmbed,
  PageEmbed,
])
