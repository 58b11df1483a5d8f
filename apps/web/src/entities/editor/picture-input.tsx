import type { Editor } from '@tiptap/react'
import type { Ref } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { pictureTypes } from '#entities/rich-text/picture-file.ts'
import { type UploadOptions, uploadPictures } from './uploads.ts'

interface PictureInputProps {
  editor: Editor | null
  uploads: UploadOptions
  /** Clicked by the buttons and menus that ask for a picture. */
  ref: Ref<HTMLInputElement>
}

export function PictureInput({ editor, uploads, ref }: PictureInputProps) {
  const { t } = useTranslation()
  return (
    <input
      ref={ref}
      type="file"
      hidden
      multiple
      aria-label={t('editor.image_file')}
      accept={pictureTypes.join(',')}
      onChange={({ target }) => {
        if (editor) uploadPictures(editor, uploads, target.files ?? [])
        // The same file may be chosen again.
        target.value = ''
      }}
    />
  )
}
