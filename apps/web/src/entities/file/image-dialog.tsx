import { useMutation } from '@tanstack/react-query'
import { ImageUp, Pencil } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { useInstance } from '#entities/instance/hooks.ts'
import { Button } from '#ui/controls/button.tsx'
import { FieldError } from '#ui/controls/field.tsx'
import { FileDrop } from '#ui/controls/file-drop.tsx'
import { ProgressBar } from '#ui/feedback/progress.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import {
  type ImageProblem,
  imageTypes,
  inMegabytes,
  mostBytes,
  problemOfImage,
} from './image-file.ts'

interface ImageDialogProps {
  open: boolean
  onClose: () => void
  /** URL of the current picture. */
  image: string | null | undefined
  /** Sends and saves the file: `uploadUserAsset`, `uploadWorkspaceAsset`. */
  upload: (file: File, onProgress: (share: number) => void) => Promise<unknown>
  remove: () => Promise<unknown>
}

/** The picture of a user or workspace: select or drop one, preview it, save it. */
export function ImageDialog({ open, onClose, image, upload, remove }: ImageDialogProps) {
  const { t } = useTranslation()
  const most = mostBytes(useInstance()?.config.file_size_limit)
  const [file, setFile] = useState<File>()
  const [problem, setProblem] = useState<ImageProblem>()
  const [share, setShare] = useState(0)

  const showError = (error: unknown) => notifyFailure(t('assets.not_saved'), error)
  const saving = useMutation({
    mutationFn: (chosen: File) => upload(chosen, setShare),
    onMutate: () => setShare(0),
    onSuccess: close,
    onError: showError,
  })
  const removing = useMutation({ mutationFn: remove, onSuccess: close, onError: showError })
  const busy = saving.isPending || removing.isPending

  function close() {
    setFile(undefined)
    setProblem(undefined)
    onClose()
  }

  function choose(chosen: File | undefined) {
    if (!chosen || busy) return
    const found = problemOfImage(chosen, most)
    setProblem(found)
    if (!found) setFile(chosen)
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      title={t('assets.upload_image')}
      size="sm"
      dismissible={!file}
      footer={
        <>
          <Button
            className="mr-auto text-danger-ink"
            busy={removing.isPending}
            disabled={!image || saving.isPending}
            onClick={() => removing.mutate()}
          >
            {t(removing.isPending ? 'assets.removing' : 'assets.remove')}
          </Button>
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button
            variant="primary"
            busy={saving.isPending}
            disabled={!file || removing.isPending}
            onClick={() => file && saving.mutate(file)}
          >
            {t(saving.isPending ? 'assets.uploading' : 'assets.upload')}
          </Button>
        </>
      }
    >
      <DropZone image={image} file={file} onChoose={choose} />
      {problem && (
        <FieldError>{t(`assets.${problem}`, { megabytes: inMegabytes(most) })}</FieldError>
      )}
      <p className="mt-2 text-small text-ink-3">
        {t('assets.rules', { megabytes: inMegabytes(most) })}
      </p>
      {saving.isPending && (
        <div className="mt-3">
          <ProgressBar share={share} label={t('assets.uploading')} />
        </div>
      )}
    </Dialog>
  )
}

interface DropZoneProps {
  image: string | null | undefined
  file: File | undefined
  onChoose: (file: File | undefined) => void
}

function DropZone({ image, file, onChoose }: DropZoneProps) {
  const { t } = useTranslation()
  const preview = usePreview(file)
  const shown = preview ?? image
  return (
    <FileDrop
      label={t('assets.file')}
      accept={imageTypes.join(',')}
      filled={Boolean(shown)}
      className="relative mx-auto grid aspect-square w-60 max-w-full place-items-center overflow-hidden"
      onFile={onChoose}
    >
      {(dragging) => (
        <>
          <span className="sr-only">{t('assets.choose')}</span>
          {shown && !dragging ? (
            <>
              <img src={shown} alt="" className="absolute inset-0 size-full object-cover" />
              <span className="absolute right-2 bottom-2 flex h-6 items-center gap-1 rounded-sm border border-line bg-raised px-2 text-small font-medium shadow-lift-1">
                <Icon of={Pencil} size={12} />
                {t('assets.edit')}
              </span>
            </>
          ) : (
            <span className="pointer-events-none flex flex-col items-center gap-2 px-4 text-ink-2">
              <Icon of={ImageUp} size={20} className="text-ink-3" />
              {t(dragging ? 'assets.drop' : 'assets.drag')}
            </span>
          )}
        </>
      )}
    </FileDrop>
  )
}

function usePreview(file: File | undefined) {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!file) return setAddress(undefined)
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return address
}
