import { isEmptyHtml } from '@cairn/editor'
import { type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { readLeftText, useLeaveText } from '#data/left-texts.ts'
import { useMe } from '#entities/account/hooks.ts'
import { Editor } from '#entities/editor/editor.tsx'
import { uploadProjectAsset } from '#entities/file/upload.ts'
import type { EditorHandle } from '#entities/rich-text/editor-props.ts'
import { RichText } from '#entities/rich-text/rich-text.tsx'
import { isSameText } from '#entities/rich-text/same-text.ts'
import { useItemPage } from '#entities/work-item/item-context.ts'
import { useMentionable } from '#entities/work-item/use-mentionable.ts'
import { usePeople } from '#entities/workspace/hooks.ts'
import { AiHelp } from '#features/ai-assistant/ai-help.tsx'
import { Skeleton, SkeletonGroup } from '#ui/feedback/skeleton.tsx'
import { useAutosave } from './use-autosave.ts'

export interface DescriptionHandle {
  focus(): void
  /** Another text, as if it had been typed. */
  replace(html: string): void
}

const EMPTY = '<p></p>'

export function DescriptionField({ ref }: { ref?: Ref<DescriptionHandle> }) {
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
  if (canChange) return <DescriptionEditor ref={ref} />
  if (isEmptyHtml(item.description_html)) return null
  return <RichText html={item.description_html} people={[...people.values()]} />
}

function DescriptionEditor({ ref }: { ref?: Ref<DescriptionHandle> }) {
  const { t } = useTranslation()
  const page = useItemPage()
  const { slug, project, item } = page
  const editor = useRef<EditorHandle>(null)
  const { id: me } = useMe()
  const draftKey = `description ${item.id}`
  const [left] = useState(() => readLeftText(draftKey, me))
  const [html, setHtml] = useState(left ?? item.description_html)
  const [focused, setFocused] = useState(false)
  const mentions = useMentionable(page)
  /** What was last sent. */
  const written = useRef('')
  const autosave = useAutosave('description', page, (text, leaving) => {
    written.current = text
    return page.saveText({ description_html: text }, { leaving })
  })

  useLeaveText(draftKey, me, () => (autosave.isDirty ? html : undefined), { savesItself: true })
  useEffect(() => {
    if (left !== undefined) autosave.change(left)
  }, [left, autosave])

  const theirs = item.description_html
  // The server tidies what it is sent. While one is writing, one's own text coming back is no news.
  useEffect(() => {
    const isEcho = focused && isSameText(theirs, written.current)
    if (!autosave.isDirty && !isEcho) setHtml(theirs)
  }, [theirs, autosave, focused])

  function handleChange(next: string) {
    const text = isEmptyHtml(next) ? EMPTY : next
    setHtml(next)
    if (text === item.description_html) autosave.forget()
    else autosave.change(text)
  }

  function replace(text: string) {
    editor.current?.setHtml(text)
    handleChange(text)
  }

  useImperativeHandle(ref, () => ({ focus: () => editor.current?.focus(), replace }))

  async function upload(file: File, onProgress: (share: number) => void) {
    const where = { entity_identifier: item.id, onProgress }
    const target = await uploadProjectAsset(slug, project.id, file, 'ISSUE_DESCRIPTION', where)
    return { id: target.asset_id, url: target.asset_url ?? '' }
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only hears whether the editor inside has the focus
    <div onFocus={() => setFocused(true)} onBlur={() => setFocused(false)}>
      <Editor
        ref={editor}
        value={html}
        onChange={handleChange}
        label={t('item.description')}
        placeholder={t(focused ? 'item.description_commands' : 'item.description_placeholder')}
        toolbar="bubble"
        mentions={mentions}
        upload={upload}
      />
      {page.canHang && (
        <AiHelp
          slug={slug}
          project_id={project.id}
          name={item.name}
          html={html}
          onWrite={replace}
        />
      )}
    </div>
  )
}
