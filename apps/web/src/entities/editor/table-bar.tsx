import { type ChainedCommands, type Editor, useEditorState } from '@tiptap/react'
import { Columns3, PaintBucket, Rows3, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { type TextKey, useTranslation } from '#data/i18n.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { itemLook } from '#ui/overlays/popup-look.ts'
import { classNames } from '#ui/theme/class-names.ts'
import { ColourGrid } from './colour-grid.tsx'
import { FloatingBox } from './floating-box.tsx'
import { preserveSelection, Toolbar } from './toolbar.tsx'
import { useNear } from './use-near.ts'

interface Action {
  name: string
  danger?: boolean
  run: (chain: ChainedCommands) => ChainedCommands
}

/** Their names are words of `editor.table`. */
const actions: Record<'row' | 'column', readonly Action[]> = {
  row: [
    { name: 'toggle_header_row', run: (chain) => chain.toggleHeaderRow() },
    { name: 'row_above', run: (chain) => chain.addRowBefore() },
    { name: 'row_below', run: (chain) => chain.addRowAfter() },
    { name: 'delete_row', danger: true, run: (chain) => chain.deleteRow() },
  ],
  column: [
    { name: 'toggle_header_column', run: (chain) => chain.toggleHeaderColumn() },
    { name: 'column_before', run: (chain) => chain.addColumnBefore() },
    { name: 'column_after', run: (chain) => chain.addColumnAfter() },
    { name: 'delete_column', danger: true, run: (chain) => chain.deleteColumn() },
  ],
}

const panels = [
  { name: 'row', icon: Rows3 },
  { name: 'column', icon: Columns3 },
  { name: 'colour', icon: PaintBucket },
] as const

type Panel = (typeof panels)[number]['name']

/** The element of the table the cursor is in. */
function tableAt(editor: Editor): HTMLElement | null {
  const { $from } = editor.state.selection
  for (let depth = $from.depth; depth > 0; depth--) {
    if ($from.node(depth).type.name !== 'table') continue
    const dom = editor.view.nodeDOM($from.before(depth))
    return dom instanceof HTMLElement ? dom : null
  }
  return null
}

/** Above the table being edited: rows, columns, cell color. */
export function TableBar({ editor }: { editor: Editor }) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const near = useNear(editor, box)
  const [panel, setPanel] = useState<Panel>()
  const table = useEditorState({
    editor,
    selector: () => (editor.isEditable && editor.isActive('table') ? tableAt(editor) : null),
  })
  if (!table || !near) return null

  function run(action: Action['run']) {
    action(editor.chain().focus()).run()
    setPanel(undefined)
  }

  return (
    <FloatingBox
      ref={box}
      anchor={() => (table.querySelector('table') ?? table).getBoundingClientRect()}
      side="top"
      onClose={(byKey) => {
        setPanel(undefined)
        if (byKey) editor.view.focus()
      }}
      className="p-0.5"
    >
      <Toolbar editor={editor} label={t('editor.table.name')}>
        {panels.map(({ name, icon }) => (
          <IconButton
            key={name}
            icon={icon}
            label={t(`editor.table.${name}`)}
            aria-expanded={panel === name}
            onMouseDown={preserveSelection}
            onClick={() => setPanel(panel === name ? undefined : name)}
          />
        ))}
        <IconButton
          icon={Trash2}
          label={t('editor.table.delete')}
          onMouseDown={preserveSelection}
          onClick={() => run((chain) => chain.deleteTable())}
        />
      </Toolbar>
      {(panel === 'row' || panel === 'column') && (
        <div className="mt-0.5 border-t border-line-subtle p-0.5">
          {actions[panel].map(({ name, danger, run: action }) => (
            <button
              key={name}
              type="button"
              onMouseDown={preserveSelection}
              onClick={() => run(action)}
              className={classNames(
                itemLook,
                'focus-inset w-full hover:bg-hover',
                danger && 'text-danger-ink',
              )}
            >
              {t(`editor.table.${name}` as TextKey)}
            </button>
          ))}
        </div>
      )}
      {panel === 'colour' && (
        <div className="mt-0.5 border-t border-line-subtle p-1.5">
          <CellColours editor={editor} onPick={run} />
        </div>
      )}
    </FloatingBox>
  )
}

interface CellColoursProps {
  editor: Editor
  onPick: (action: Action['run']) => void
}

function CellColours({ editor, onPick }: CellColoursProps) {
  const { t } = useTranslation()
  const value = useEditorState({
    editor,
    selector: () =>
      (editor.getAttributes('tableCell').background ??
        editor.getAttributes('tableHeader').background ??
        null) as string | null,
  })
  return (
    <ColourGrid
      kind="backgroundColour"
      label={t('editor.background_colours')}
      value={value}
      onPick={(colour) => onPick((chain) => chain.setCellAttribute('background', colour))}
    />
  )
}
