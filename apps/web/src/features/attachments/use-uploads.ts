import { useRef, useState } from 'react'
import { isAnswer } from '#data/api.ts'
import { t } from '#data/i18n.ts'
import { newId } from '#data/new-id.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { useInstance } from '#entities/instance/hooks.ts'
import { toast } from '#ui/feedback/toast.ts'
import { type AttachmentProblem, inMegabytes, problemOf } from './attachment-file.ts'
import { upload, useAddLater } from './hooks.ts'
import { oncePerFrame } from './once-per-frame.ts'

const USUAL_LIMIT = 5 * 1024 * 1024

export interface Upload {
  id: string
  name: string
  share: number
  cancel: () => void
}

function notifyProblem(problem: AttachmentProblem, most: number) {
  const said = t(`attachments.problem.${problem}`, { size: inMegabytes(most) })
  toast({ kind: 'error', title: t('attachments.not_uploaded'), text: said })
}

/** Current uploads to an item; they continue while their section is closed. */
export function useUploads(place: { slug: string; project_id: string; id: string }) {
  const most = useInstance()?.config.file_size_limit ?? USUAL_LIMIT
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const count = useRef(0)
  const addLater = useAddLater(place)

  async function start(files: readonly File[]) {
    const problem = problemOf(files, most)
    const [file] = files
    if (problem || !file) return notifyProblem(problem ?? 'empty', most)
    const controller = new AbortController()
    count.current += 1
    const id = String(count.current)
    const cancel = () => controller.abort()
    setUploads((all) => [...all, { id, name: file.name, share: 0, cancel }])
    const handleProgress = oncePerFrame((share) =>
      setUploads((all) => all.map((one) => (one.id === id ? { ...one, share } : one))),
    )
    const added = { id: newId(), file }
    const notifyUploaded = () =>
      toast({ kind: 'success', title: t('attachments.uploaded', { name: file.name }) })
    try {
      if (navigator.onLine) {
        await upload(place, added, { onProgress: handleProgress, signal: controller.signal })
        notifyUploaded()
      } else void addLater(added, { onSuccess: notifyUploaded })
    } catch (error) {
      if (controller.signal.aborted) toast({ kind: 'info', title: t('attachments.canceled') })
      else if (isAnswer(error)) notifyFailure(t('attachments.not_uploaded'), error)
      else void addLater(added, { onSuccess: notifyUploaded })
    }
    setUploads((all) => all.filter((one) => one.id !== id))
  }

  return { uploads, start: (files: readonly File[]) => void start(files) }
}
