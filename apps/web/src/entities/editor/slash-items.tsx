import { type Colour, colours } from '@cairn/editor'
import type { Editor, Range } from '@tiptap/react'
import { FilePlus2, ImageIcon, Info, Minus, Smile, SquareCheck, Table } from 'lucide-react'
import { type TextKey, t } from '#data/i18n.ts'
import { lastCallout } from './callout-memory.ts'
import { ColourSample } from './colour-sample.tsx'
import { codeBlock, type Format, headings, lists, quote, text } from './formats.ts'
import type { Suggested } from './suggestions.ts'

interface Entry extends Suggested {
  /** Additional search words. */
  keywords?: string
}

const cleared = (editor: Editor, range: Range) => editor.chain().focus().deleteRange(range)

const format = (one: Format): Entry => ({
  id: one.name,
  label: t(`editor.formats.${one.name}` as TextKey),
  keywords: t(`editor.keywords.${one.name}` as TextKey),
  icon: one.icon,
  shortcut: one.shortcut,
  insert: (editor, range) => one.toggle(cleared(editor, range)).run(),
})

function colourEntry(kind: 'textColour' | 'backgroundColour', colour: Colour | null): Entry {
  const area = kind === 'textColour' ? 'text_colours' : 'background_colours'
  const name = t(`editor.colours.${colour ?? 'default'}`)
  const label = kind === 'textColour' || colour ? name : t('editor.default_background')
  return {
    id: `${kind}-${colour}`,
    label,
    keywords: t(`editor.keywords.${area}`),
    section: t(`editor.${area}`),
    icon: <ColourSample kind={kind} colour={colour} />,
    insert: (editor, range) => {
      const chain = cleared(editor, range)
      if (colour) chain.setMark(kind, { colour }).run()
      else chain.unsetMark(kind).run()
    },
  }
}

/** Pickers for content that is selected before it is inserted; missing if not allowed. */
interface Pickers {
  pickPicture: (() => void) | undefined
  pickWorkItem: (() => void) | undefined
  addSubPage: (() => void) | undefined
}

const blocks = ({ pickPicture, pickWorkItem, addSubPage }: Pickers): (Entry | false)[] => [
  format(text),
  ...headings.map(format),
  format(lists.todo),
  format(lists.bulleted),
  format(lists.numbered),
  {
    id: 'table',
    label: t('editor.table.name'),
    icon: Table,
    insert: (editor, range) =>
      cleared(editor, range).insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run(),
  },
  format(quote),
  format(codeBlock),
  pickPicture !== undefined && {
    id: 'image',
    label: t('editor.image'),
    keywords: t('editor.keywords.image'),
    icon: ImageIcon,
    insert: (editor, range) => {
      cleared(editor, range).run()
      pickPicture()
    },
  },
  pickWorkItem !== undefined && {
    id: 'work_item',
    label: t('editor.work_item'),
    keywords: t('editor.keywords.work_item'),
    icon: SquareCheck,
    insert: (editor, range) => {
      cleared(editor, range).run()
      pickWorkItem()
    },
  },
  addSubPage !== undefined && {
    id: 'sub_page',
    label: t('editor.sub_page'),
    keywords: t('editor.keywords.sub_page'),
    icon: FilePlus2,
    insert: (editor, range) => {
      cleared(editor, range).run()
      addSubPage()
    },
  },
  {
    id: 'callout',
    label: t('editor.callout'),
    keywords: t('editor.keywords.callout'),
    icon: Info,
    insert: (editor, range) => cleared(editor, range).setCallout(lastCallout()).run(),
  },
  {
    id: 'divider',
    label: t('editor.divider'),
    keywords: t('editor.keywords.divider'),
    icon: Minus,
    insert: (editor, range) => cleared(editor, range).setHorizontalRule().run(),
  },
  {
    id: 'emoji',
    label: t('editor.emoji'),
    icon: Smile,
    // The character opens its menu.
    insert: (editor, range) => cleared(editor, range).insertContent(':').run(),
  },
]

/** All entries of the `/` menu. */
function allEntries(pickers: Pickers): Entry[] {
  const choices = [null, ...colours]
  return [
    ...blocks(pickers).filter((entry) => entry !== false),
    ...choices.map((colour) => colourEntry('textColour', colour)),
    ...choices.map((colour) => colourEntry('backgroundColour', colour)),
  ]
}

/** Entries whose name or keywords contain all typed words, names with this prefix first. */
export function findSlashItems(typed: string, pickers: Pickers): Entry[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  const found = allEntries(pickers).filter(({ label, keywords = '' }) => {
    const searched = `${label} ${keywords}`.toLowerCase()
    const joined = searched.replaceAll(' ', '')
    return words.every((word) => searched.includes(word) || joined.includes(word))
  })
  const first = words[0] ?? ''
  const begins = ({ label }: Entry) => label.toLowerCase().startsWith(first)
  return [...found.filter(begins), ...found.filter((entry) => !begins(entry))]
}
