import { type Editor, useEditorState } from '@tiptap/react'
import { Download } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { downloadAddress } from '#entities/rich-text/picture-file.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { picturesIn, showBlock } from './text-parts.ts'

/** The pictures of a page, each leading to its place. */
export function PageAssets({ editor }: { editor: Editor }) {
  const { t } = useTranslation()
  const pictures = useEditorState({
    editor,
    selector: () => picturesIn(editor.state.doc),
  })
  if (pictures.length === 0) {
    return (
      <div className="py-8 text-center">
        <p className="font-medium">{t('pages.no_images')}</p>
        <p className="mt-1 text-ink-2">{t('pages.no_images_text')}</p>
      </div>
    )
  }
  return (
    <ul className="flex flex-col gap-1">
      {pictures.map(({ at, src, name }, index) => {
        const label = name || t('pages.image_number', { number: index + 1 })
        return (
          <li key={at} className="flex items-center gap-2 rounded-md p-1 hover:bg-hover">
            <button
              type="button"
              onClick={() => showBlock(editor, at)}
              className="focus-inset flex min-w-0 grow items-center gap-3 rounded-sm text-left"
            >
              <img
                src={src}
                alt=""
                loading="lazy"
                className="size-10 shrink-0 rounded-sm border border-line-subtle bg-sunken object-cover"
              />
              <span className="min-w-0 truncate">{label}</span>
            </button>
            <IconButton
              size="sm"
              icon={Download}
              label={t('pages.download', { name: label })}
              onClick={() => window.open(downloadAddress(src), '_blank', 'noopener')}
            />
          </li>
        )
      })}
    </ul>
  )
}
