import { changeMe, readMeAgain, useMe } from '#entities/account/hooks.ts'
import { ImageDialog } from './image-dialog.tsx'
import { uploadUserAsset } from './upload.ts'

interface AvatarDialogProps {
  open: boolean
  onClose: () => void
  onRemoved?: () => void
}

/** The user's own picture. */
export function AvatarDialog({ open, onClose, onRemoved }: AvatarDialogProps) {
  const { avatar_url } = useMe()

  async function upload(file: File, onProgress: (share: number) => void) {
    await uploadUserAsset(file, 'USER_AVATAR', onProgress)
    await readMeAgain()
  }

  return (
    <ImageDialog
      open={open}
      onClose={onClose}
      image={avatar_url}
      upload={upload}
      remove={() => changeMe({ avatar: '', avatar_asset: null }).then(onRemoved)}
    />
  )
}
