import { isEmptyHtml } from '@cairn/editor'
import {
  type MouseEvent,
  type Ref,
  startTransition,
  useEffect,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { useTranslation } from '#data/i18n.ts'
import { readLeftChange, takeLeftText } from '#data/left-texts.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { useMe } from '#entities/account/hooks.ts'
import { UnsavedTextNote } from '#entities/left-text/left-text-notes.tsx'
import type { EditorHandle } from '#entities/rich-text/editor-props.ts'
import { RichText } from '#entities/rich-text/rich-text.tsx'
import { isSameText } from '#entities/rich-text/same-text.ts'
import type { TextSession } from '#entities/shared-text/session.ts'
import { useItemPage } from '#entities/work-item/item-context.ts'
import { usePeople } from '#entities/workspace/hooks.ts'
import { awaitField } from '#ui/controls/typed-ahead.tsx'
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx'
import { type DescriptionHandle, DescriptionText, EMPTY } from './description-text.tsx'
import { useAutosave } from './use-autosave.ts'
import { useDescriptionSession } from './use-description-session.ts'

interface FieldProps {
  ref?: Ref<DescriptionHandle>
}

export function DescriptionField({ ref }: FieldProps) {
  const { slug, item, canChange, isPartial } = useItemPage()
  const people = usePeople(slug)
  if (isPartial) {
    return (
      <SkeletonGroup>
        <div className="flex flex-col gap-3 py-2">
          <Skeleton width="94%" />
          <Skeleton width="70%" />
        </div>
      </SkeletonGroup>
    )
  }
  // A new instance per item, also if the screen stays: each item has its own document.
  if (canChange) return <WrittenDescription key={item.id} ref={ref} />
  if (isEmptyHtml(item.description_html)) return null
  return <RichText html={item.description_html} people={[...people.values()]} />
}

const leftTextOf = (id: string) => `description ${id}`

/**
 * Edited together with all users who have it open. Until the shared document has loaded, the text
 * is shown as fetched: edited alone, it would overwrite what others write meanwhile.
 */
function WrittenDescription({ ref }: FieldProps) {
  const { t } = useTranslation()
  const page = useItemPage()
  const [eager, setEager] = useState(false)
  const { opened, isThere, isAway } = useDescriptionSession(page, {
    somebody: t('item.somebody'),
    eager,
  })
  const [isShared, setShared] = useState(false)

  useEffect(() => {
    // The current text stays until the editor is loaded.
    if (isThere) startTransition(() => setShared(true))
  }, [isThere])

  function write() {
    awaitField()
    setEager(true)
  }

  if (isShared && opened) return <SharedDescription ref={ref} eager={eager} {...opened} />
  return <OpeningDescription ref={ref} isAway={isAway} onWrite={write} />
}

interface OpeningProps extends FieldProps {
  /** The document is unreachable. */
  isAway: boolean
  onWrite: () => void
}

/** Shown until the editor is ready; a click or Enter in the title focuses the editor then. */
function OpeningDescription({ ref, isAway, onWrite }: OpeningProps) {
  const { t } = useTranslation()
  const { slug, item, saveText } = useItemPage()
  const people = usePeople(slug)

  /** By PATCH; open editors receive it through the shared document. */
  const replace = (description_html: string) =>
    void saveText({ description_html }, { leaving: false }).catch((error) =>
      notifyFailure(t('item.not_updated'), error),
    )
  const begin = isAway ? () => {} : onWrite
  useImperativeHandle(ref, () => ({ focus: begin, replace }))

  function handleClick({ target }: MouseEvent) {
    if (!(target instanceof Element && target.closest('a, button, input'))) begin()
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it becomes the editor in a moment
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard reaches the editor then
    <div onClick={handleClick} className={isAway ? 'min-h-16.5' : 'min-h-16.5 cursor-text'}>
      {isEmptyHtml(item.description_html) ? (
        <p className="text-ink-3">{!isAway && t('item.description_placeholder')}</p>
      ) : (
        <RichText html={item.description_html} people={[...people.values()]} />
      )}
      {isAway && (
        <p role="status" className="mt-2 text-small text-ink-3">
          {t('item.description_away')}
        </p>
      )}
    </div>
  )
}

interface SharedProps extends FieldProps {
  session: TextSession
  share: NonNullable<ReturnType<typeof useDescriptionSession>['opened']>['share']
  eager: boolean
}

function SharedDescription({ ref, session, share, eager }: SharedProps) {
  const page = useItemPage()
  const editor = useRef<EditorHandle>(null)
  const [sharing] = useState(share)
  const [html, setHtml] = useState(page.item.description_html)
  const { id: me } = useMe()
  const draftKey = leftTextOf(page.item.id)
  const [left, setLeft] = useState(() => readLeftChange(draftKey, me, html, isSameText))
  const autosave = useAutosave('description', page, async (text) => {
    await session.save()
    page.noteDescription(text)
  })

  function handleChange(next: string, by: 'self' | 'others') {
    setHtml(next)
    if (by === 'self') autosave.change(isEmptyHtml(next) ? EMPTY : next)
  }

  function replace(text: string) {
    editor.current?.setHtml(text)
    handleChange(text, 'self')
  }

  function forgetLeft() {
    takeLeftText(draftKey, me)
    setLeft(undefined)
  }

  useImperativeHandle(ref, () => ({ focus: () => editor.current?.focus(), replace }))

  return (
    <>
      <DescriptionText
        ref={editor}
        html={html}
        sharing={sharing}
        eager={eager}
        onChange={handleChange}
        onReplace={replace}
      />
      {left && (
        <UnsavedTextNote
          onUse={() => {
            replace(left.text)
            forgetLeft()
          }}
          onDiscard={forgetLeft}
        />
      )}
    </>
  )
}
