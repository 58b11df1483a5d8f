import type { ChainedCommands, Editor } from '@tiptap/react'
import {
  AlignCenter,
  AlignLeft,
  AlignRight,
  Bold,
  Code,
  Heading1,
  Heading2,
  Heading3,
  Heading4,
  Heading5,
  Heading6,
  Italic,
  List,
  ListOrdered,
  ListTodo,
  type LucideIcon,
  Quote,
  SquareCode,
  Strikethrough,
  Type,
  Underline,
} from 'lucide-react'

/** A format that can be switched on and off. Its name is a key of `editor.formats`. */
export interface Format {
  name: string
  icon: LucideIcon
  shortcut?: string
  isOn: (editor: Editor) => boolean
  toggle: (chain: ChainedCommands) => ChainedCommands
}

const mark = (name: string, icon: LucideIcon, shortcut: string): Format => ({
  name,
  icon,
  shortcut,
  isOn: (editor) => editor.isActive(name),
  toggle: (chain) => chain.toggleMark(name),
})

export const marks: readonly Format[] = [
  mark('bold', Bold, 'mod+b'),
  mark('italic', Italic, 'mod+i'),
  mark('underline', Underline, 'mod+u'),
  mark('strike', Strikethrough, 'mod+shift+s'),
]

export const inlineCode = mark('code', Code, 'mod+e')

const headingIcons = [Heading1, Heading2, Heading3, Heading4, Heading5, Heading6]

const heading = (level: 1 | 2 | 3 | 4 | 5 | 6): Format => ({
  name: `heading_${level}`,
  icon: headingIcons[level - 1] ?? Type,
  shortcut: `mod+alt+${level}`,
  isOn: (editor) => editor.isActive('heading', { level }),
  toggle: (chain) => chain.setHeading({ level }),
})

export const text: Format = {
  name: 'text',
  icon: Type,
  shortcut: 'mod+alt+0',
  isOn: (editor) =>
    editor.isActive('paragraph') &&
    !['bulletList', 'orderedList', 'taskList', 'blockquote'].some((name) => editor.isActive(name)),
  toggle: (chain) => chain.clearNodes(),
}

export const headings: readonly Format[] = ([1, 2, 3, 4, 5, 6] as const).map(heading)

export const lists = {
  bulleted: {
    name: 'bulleted',
    icon: List,
    shortcut: 'mod+shift+8',
    isOn: (editor) => editor.isActive('bulletList'),
    toggle: (chain) => chain.toggleBulletList(),
  },
  numbered: {
    name: 'numbered',
    icon: ListOrdered,
    shortcut: 'mod+shift+7',
    isOn: (editor) => editor.isActive('orderedList'),
    toggle: (chain) => chain.toggleOrderedList(),
  },
  todo: {
    name: 'todo',
    icon: ListTodo,
    shortcut: 'mod+shift+9',
    isOn: (editor) => editor.isActive('taskList'),
    toggle: (chain) => chain.toggleTaskList(),
  },
} satisfies Record<string, Format>

export const quote: Format = {
  name: 'quote',
  icon: Quote,
  shortcut: 'mod+shift+b',
  isOn: (editor) => editor.isActive('blockquote'),
  toggle: (chain) => chain.toggleBlockquote(),
}

export const codeBlock: Format = {
  name: 'code_block',
  icon: SquareCode,
  shortcut: 'mod+alt+c',
  isOn: (editor) => editor.isActive('codeBlock'),
  toggle: (chain) => chain.toggleCodeBlock(),
}

const align = (to: 'left' | 'center' | 'right', icon: LucideIcon, key: string): Format => ({
  name: `align_${to}`,
  icon,
  shortcut: `mod+shift+${key}`,
  isOn: (editor) =>
    to === 'left'
      ? !editor.isActive({ textAlign: 'center' }) && !editor.isActive({ textAlign: 'right' })
      : editor.isActive({ textAlign: to }),
  toggle: (chain) => chain.align(to),
})

export const alignments: readonly Format[] = [
  align('left', AlignLeft, 'l'),
  align('center', AlignCenter, 'e'),
  align('right', AlignRight, 'r'),
]

/** Types a block can be changed to, in menu order. */
export const blockFormats: readonly Format[] = [
  text,
  ...headings,
  lists.bulleted,
  lists.numbered,
  lists.todo,
  quote,
  codeBlock,
]
