import type { Sticky } from '@cairn/contract'
import { type Colour, colours, isEmptyHtml } from '@cairn/editor'
import { Trash2 } from 'lucide-react'
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { Editor } from '#entities/editor/editor.tsx'
import { NoteBar } from '#entities/editor/note-bar.tsx'
import { SyncTagOf } from '#entities/frame/sync-tag.tsx'
import { UnsavedTextNote } from '#entities/left-text/left-text-notes.tsx'
import type { EditorHandle } from '#entities/rich-text/editor-props.ts'
import { RichText } from '#entities/rich-text/rich-text.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { useChangeSticky, useRemoveSticky } from './hooks.ts'
import { StickyColours } from './sticky-colours.tsx'
import { toggleTask } from './tasks.ts'
import { useNoteText } from './use-note-text.ts'
import './stickies.css'

/** API clients may have stored any value. */
const colourOf = ({ background_color }: Sticky): Colour =>
  colours.find((colour) => colour === background_color) ?? 'gray'

/** The name of a note in messages and labels. */
export function titleOf({ name, description_stripped }: Sticky): string | undefined {
  const [line] = (name || description_stripped || '').trim().split('\n')
  return line?.slice(0, 60) || undefined
}

interface StickyCardProps {
  slug: string
  sticky: Sticky
  /** Number of requests to edit this note; above 0, it takes the focus. */
  turn: number
  /** The drag handle, in its upper corner. */
  grip?: ReactNode
}

/** A note. Rendered as text; becomes an editor on focus. */
export function StickyCard({ slug, sticky, turn, grip }: StickyCardProps) {
  const { t } = useTranslation()
  const { id, name } = sticky
  const [opened, setOpened] = useState(turn > 0)
  if (turn > 0 && !opened) setOpened(true)
  const editor = useRef<EditorHandle>(null)
  const { mutate: change } = useChangeSticky(slug)
  const save = (description_html: string, then?: Parameters<typeof change>[1]) =>
    change({ id, patch: { description_html } }, then)
  const text = useNoteText(sticky, save)
  // A new note starts with the focus.
  useEffect(() => {
    if (turn > 0) editor.current?.focus()
  }, [turn])
  const title = titleOf(sticky) ?? t('stickies.blank')

  const lead = (
    <StickyColours
      value={colourOf(sticky)}
      onPick={(background_color) => change({ id, patch: { background_color } })}
    />
  )
  const actions = <RemoveButton slug={slug} sticky={sticky} title={title} />
  return (
    <article
      aria-label={title}
      data-background-color={colourOf(sticky)}
      className="sticky-card relative flex min-h-30 flex-col rounded-lg border px-3.5 pt-3 pb-1.5"
    >
      {grip && <div className="sticky-grip absolute top-1 right-1 z-1">{grip}</div>}
      {name && <h3 className="mb-1 pr-5 font-semibold wrap-anywhere">{name}</h3>}
      <SyncTagOf id={id} className="relative z-1 mb-1 self-start" />
      {text.offered && <UnsavedTextNote className="relative z-1 mb-1" {...text.offered} />}
      <div className="flex grow flex-col *:flex *:grow *:flex-col" {...text.focusProps}>
        {opened ? (
          <Editor
            ref={editor}
            value={text.html}
            onChange={text.change}
            label={t('stickies.text')}
            placeholder={t('stickies.placeholder')}
            toolbar="note"
            minHeight={60}
            autoFocus
            lead={lead}
            actions={actions}
          />
        ) : (
          <Resting
            html={text.html}
            title={title}
            onOpen={() => setOpened(true)}
            onChange={(html) => save(html)}
            bar={<NoteBar lead={lead} actions={actions} />}
          />
        )}
      </div>
    </article>
  )
}

interface RestingProps {
  html: string
  title: string
  onOpen: () => void
  onChange: (html: string) => void
  bar: ReactNode
}

function Resting({ html, title, onOpen, onChange, bar }: RestingProps) {
  const { t } = useTranslation()
  const text = useRef<HTMLDivElement>(null)

  /** A click on a to-do toggles it; anywhere else it opens the note. */
  function handleClick({ clientX, clientY }: MouseEvent) {
    const boxes = [...(text.current?.querySelectorAll('input[type=checkbox]') ?? [])]
    const at = boxes.findIndex((box) => {
      const { left, right, top, bottom } = box.getBoundingClientRect()
      return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom
    })
    if (at === -1) onOpen()
    else onChange(toggleTask(html, at))
  }

  return (
    <div>
      <button
        type="button"
        aria-label={t('stickies.edit', { title })}
        onClick={handleClick}
        className="absolute inset-0 cursor-text rounded-lg"
      />
      <div
        ref={text}
        className="pointer-events-none min-h-15 grow [&_a]:pointer-events-auto [&_a]:relative [&_a]:z-1"
      >
        {isEmptyHtml(html) ? (
          <p className="text-ink-2">{t('stickies.placeholder')}</p>
        ) : (
          <RichText html={html} />
        )}
      </div>
      {bar}
    </div>
  )
}

interface RemoveButtonProps {
  slug: string
  sticky: Sticky
  title: string
}

function RemoveButton({ slug, sticky, title }: RemoveButtonProps) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  const { mutate: remove } = useRemoveSticky(slug)
  return (
    <>
      <IconButton
        size="sm"
        icon={Trash2}
        label={t('stickies.delete_named', { title })}
        onClick={() => setAsking(true)}
      />
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => {
          setAsking(false)
          remove(sticky.id, {
            onSuccess: () => toast({ kind: 'success', title: t('stickies.removed') }),
          })
        }}
        title={t('stickies.delete_title')}
        confirmLabel={t('stickies.delete')}
      >
        {t('stickies.delete_text', { title })}
      </ConfirmDialog>
    </>
  )
}
