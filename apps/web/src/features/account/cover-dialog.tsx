import { builtInCovers } from '@cairn/contract'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useChangeMe } from '#entities/account/change-hooks.ts'
import { changeMe, readMeAgain, useMe } from '#entities/account/hooks.ts'
import { ImageDialog } from '#entities/file/image-dialog.tsx'
import { uploadUserAsset } from '#entities/file/upload.ts'
import { Button } from '#ui/controls/button.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { classNames } from '#ui/theme/class-names.ts'

interface CoverDialogProps {
  open: boolean
  onClose: () => void
}

/** A built-in cover, an uploaded one, or none. */
export function CoverDialog({ open, onClose }: CoverDialogProps) {
  const { t } = useTranslation()
  const { cover_image_url } = useMe()
  const change = useChangeMe()
  const [uploading, setUploading] = useState(false)

  function pick(cover_image: string | null) {
    change.mutate({ cover_image, cover_image_asset: null })
    onClose()
  }

  async function upload(file: File, onProgress: (share: number) => void) {
    await uploadUserAsset(file, 'USER_COVER', onProgress)
    await readMeAgain()
  }

  return (
    <>
      <Dialog
        open={open}
        onClose={onClose}
        title={t('account.cover.title')}
        footer={
          <>
            {cover_image_url && (
              <Button className="mr-auto text-danger-ink" onClick={() => pick(null)}>
                {t('account.cover.remove')}
              </Button>
            )}
            <Button onClick={onClose}>{t('common.cancel')}</Button>
            <Button
              variant="primary"
              onClick={() => {
                onClose()
                setUploading(true)
              }}
            >
              {t('account.cover.upload')}
            </Button>
          </>
        }
      >
        <ul aria-label={t('account.cover.ours')} className="grid grid-cols-2 gap-2">
          {builtInCovers.map((cover) => {
            const name = cover.replace(/^.*\/|\.\w+$/g, '')
            const chosen = cover === cover_image_url
            return (
              <li key={cover}>
                <button
                  type="button"
                  aria-label={t('account.cover.named', { name })}
                  aria-pressed={chosen}
                  onClick={() => pick(cover)}
                  className={classNames(
                    'block h-20 w-full overflow-hidden rounded-md border border-line',
                    chosen && 'outline-2 outline-offset-2 outline-accent',
                  )}
                >
                  <img src={cover} alt="" className="size-full object-cover" />
                </button>
              </li>
            )
          })}
        </ul>
      </Dialog>
      <ImageDialog
        open={uploading}
        onClose={() => setUploading(false)}
        image={cover_image_url}
        upload={upload}
        remove={() => changeMe({ cover_image: null, cover_image_asset: null })}
      />
    </>
  )
}
