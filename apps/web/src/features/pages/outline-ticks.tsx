import { type Editor, useEditorState } from '@tiptap/react'
import { useTranslation } from '#data/i18n.ts'
import { classNames } from '#ui/theme/class-names.ts'
import { Outline } from './outline.tsx'
import { headingsIn } from './text-parts.ts'

const widths: Record<number, string> = { 1: 'w-5', 2: 'w-3.5', 3: 'w-2' }

interface OutlineTicksProps {
  editor: Editor
  onOpen: () => void
}

/** A line per heading at the right edge; shows the headings on hover. */
export default function OutlineTicks({ editor, onOpen }: OutlineTicksProps) {
  const { t } = useTranslation()
  const headings = useEditorState({
    editor,
    selector: () => headingsIn(editor.state.doc),
  })
  if (headings.length === 0) return null
  return (
    <div className="group/ticks absolute top-16 right-0 flex max-h-[70%] max-lg:hidden">
      <div className="invisible mr-1 max-h-full w-64 self-start overflow-y-auto rounded-lg border border-line bg-raised p-1 opacity-0 shadow-lift-2 transition-opacity duration-(--time-instant) group-hover/ticks:visible group-hover/ticks:opacity-100">
        <Outline editor={editor} headings={headings} />
      </div>
      <button
        type="button"
        aria-label={t('pages.open_outline')}
        onClick={onOpen}
        className="focus-inset flex h-fit flex-col items-end gap-2 overflow-hidden rounded-md p-3"
      >
        {headings.slice(0, 40).map(({ at, level }) => (
          <span
            key={at}
            className={classNames('h-0.5 rounded-full bg-line-strong', widths[level])}
          />
        ))}
      </button>
    </div>
  )
}
