import { type Editor, useEditorState } from '@tiptap/react'
import { ChevronDown, ImageIcon, Palette, Table } from 'lucide-react'
import { type TextKey, useTranslation } from '#data/i18n.ts'
import {
  alignments,
  codeBlock,
  headings,
  lists,
  marks,
  quote,
  text,
} from '#entities/editor/formats.ts'
import { TextColours } from '#entities/editor/text-colours.tsx'
import {
  FormatButtons,
  preserveSelection,
  Toolbar,
  ToolbarLine,
} from '#entities/editor/toolbar.tsx'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { Popover } from '#ui/overlays/popover.tsx'
import type { Writing } from './page-editor.tsx'

const blockTypes = [text, ...headings]

/** Formatting buttons for the text. */
export default function FormatBar({ editor, pickPicture }: Writing) {
  const { t } = useTranslation()
  const block = useEditorState({
    editor,
    selector: () => blockTypes.findLast((format) => format.isOn(editor))?.name ?? 'text',
  })
  return (
    <Toolbar
      editor={editor}
      label={t('pages.formatting')}
      className="min-w-0 overflow-x-auto p-0.5 [scrollbar-width:none]"
    >
      <Menu
        trigger={
          <Button
            variant="ghost"
            className="w-28 justify-between"
            after={<Icon of={ChevronDown} size={14} />}
          >
            {t(`editor.formats.${block}` as TextKey)}
          </Button>
        }
        items={blockTypes.map((format) => ({
          label: t(`editor.formats.${format.name}` as TextKey),
          icon: format.icon,
          shortcut: format.shortcut,
          checked: format.name === block,
          onSelect: () => format.toggle(editor.chain().focus()).run(),
        }))}
      />
      <Popover
        label={t('editor.colour')}
        trigger={<IconButton icon={Palette} label={t('editor.colour')} />}
      >
        <TextColours editor={editor} />
      </Popover>
      <ToolbarLine />
      <FormatButtons editor={editor} formats={marks} />
      <ToolbarLine />
      <FormatButtons editor={editor} formats={alignments} />
      <ToolbarLine />
      <FormatButtons editor={editor} formats={[lists.bulleted, lists.numbered, lists.todo]} />
      <ToolbarLine />
      <FormatButtons editor={editor} formats={[quote, codeBlock]} />
      <ToolbarLine />
      <TableButton editor={editor} />
      <IconButton
        icon={ImageIcon}
        label={t('editor.image')}
        onMouseDown={preserveSelection}
        onClick={pickPicture}
      />
    </Toolbar>
  )
}

function TableButton({ editor }: { editor: Editor }) {
  const { t } = useTranslation()
  return (
    <IconButton
      icon={Table}
      label={t('editor.table.name')}
      onMouseDown={preserveSelection}
      onClick={() =>
        editor.chain().focus().insertTable({ rows: 3, cols: 3, withHeaderRow: true }).run()
      }
    />
  )
}
