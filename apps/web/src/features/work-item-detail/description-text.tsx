import { type Ref, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { Editor } from '#entities/editor/editor.tsx'
import { uploadProjectAsset } from '#entities/file/upload.ts'
import type { EditorHandle, EditorProps } from '#entities/rich-text/editor-props.ts'
import { useItemPage } from '#entities/work-item/item-context.ts'
import { useMentionable } from '#entities/work-item/use-mentionable.ts'
import { AiHelp } from '#features/ai-assistant/ai-help.tsx'

export interface DescriptionHandle {
  focus(): void
  /** Replaces the text, as if it had been typed. */
  replace(html: string): void
}

export const EMPTY = '<p></p>'

interface DescriptionTextProps extends Pick<EditorProps, 'sharing' | 'onChange'> {
  html: string
  /** Focus the editor as soon as it is ready. */
  eager: boolean
  onReplace: (html: string) => void
  ref: Ref<EditorHandle>
}

/** The editor of a description, with its writing aids. */
export function DescriptionText(props: DescriptionTextProps) {
  const { html, sharing, eager, onChange, onReplace, ref } = props
  const { t } = useTranslation()
  const page = useItemPage()
  const { slug, project, item } = page
  const [focused, setFocused] = useState(false)
  const mentions = useMentionable(page)

  async function upload(file: File, onProgress: (share: number) => void) {
    const where = { entity_identifier: item.id, onProgress }
    const target = await uploadProjectAsset(slug, project.id, file, 'ISSUE_DESCRIPTION', where)
    return { id: target.asset_id, url: target.asset_url ?? '' }
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only hears whether the editor inside has the focus
    <div onFocus={() => setFocused(true)} onBlur={() => setFocused(false)}>
      <Editor
        ref={ref}
        value={html}
        sharing={sharing}
        autoFocus={eager}
        onChange={onChange}
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
          onWrite={onReplace}
        />
      )}
    </div>
  )
}
