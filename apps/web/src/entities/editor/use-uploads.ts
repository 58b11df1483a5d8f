import { type RefObject, useState } from 'react'
import { t } from '#data/i18n.ts'
import { queryClient } from '#data/query-client.ts'
import { inMegabytes, mostBytes } from '#entities/file/image-file.ts'
import { instance } from '#entities/instance/hooks.ts'
import type { EditorProps } from '#entities/rich-text/editor-props.ts'
import { problemOfPicture } from '#entities/rich-text/picture-file.ts'
import { toast } from '#ui/feedback/toast.ts'
import type { UploadOptions } from './uploads.ts'

const sizeLimit = () => queryClient.getQueryData(instance.queryKey)?.config.file_size_limit

/** Upload handlers of the editor, with the current props. */
export function useUploads(
  latest: RefObject<Pick<EditorProps, 'upload' | 'onBusy'>>,
): UploadOptions {
  const [options] = useState<UploadOptions>(() => ({
    upload: () => latest.current.upload,
    problemOf: (file) => problemOfPicture(file, sizeLimit()),
    onProblem: (problem) =>
      toast({
        kind: 'error',
        title: t(`editor.${problem}`, { megabytes: inMegabytes(mostBytes(sizeLimit())) }),
      }),
    onFailure: () => toast({ kind: 'error', title: t('editor.upload_failed') }),
    onCount: (count) => latest.current.onBusy?.(count > 0),
    uploading: t('editor.uploading'),
  }))
  return options
}
