import { type Attachment, attachmentsApi as api, applyAttachmentEvent } from '@cairn/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { queryLayers } from '#data/query-client.ts'
import { useLiveUpdates } from '#data/use-live-updates.ts'
import { useOptimisticMutation } from '#data/use-optimistic-mutation.ts'
import { sendFile } from '#entities/file/upload.ts'
import { typeOf } from './attachment-file.ts'

interface ItemRef {
  slug: string
  project_id: string
  id: string
}

const attachmentsOf = (params: ItemRef) =>
  queryOptions({
    queryKey: ['attachments', params.slug, params.id] as const,
    queryFn: ({ signal }) => call(api.list, { params, signal }),
  })

export function useAttachments(place: ItemRef): readonly Attachment[] {
  useLiveUpdates(attachmentsOf(place), (attachments, event) => {
    const of = event.type === 'attachment.saved' ? event.attachment.issue : event.work_item_id
    return of === place.id ? applyAttachmentEvent(attachments, event) : attachments
  })
  return useQuery(attachmentsOf(place)).data ?? []
}

/** Asks where it goes, sends it, and says that it is there. What did not get there leaves nothing. */
export async function upload(
  params: ItemRef,
  file: File,
  onProgress: (share: number) => void,
  signal: AbortSignal,
) {
  const body = { name: file.name.slice(-255), type: typeOf(file), size: file.size }
  const { attachment, ...target } = await call(api.create, { params, body, signal })
  const { asset_id } = target
  try {
    await sendFile(target, file, onProgress, signal)
    signal.throwIfAborted()
    await call(api.complete, { params: { ...params, asset_id }, body: {} })
  } catch (error) {
    await call(api.remove, { params: { ...params, asset_id } }).catch(() => undefined)
    throw error
  }
  queryLayers.happen<Attachment[]>(attachmentsOf(params).queryKey, (attachments) =>
    applyAttachmentEvent(attachments, {
      type: 'attachment.saved',
      attachment: { ...attachment, is_uploaded: true },
    }),
  )
}

export const useRemoveAttachment = (params: ItemRef) =>
  useOptimisticMutation({
    query: attachmentsOf(params),
    send: (asset_id: string) => call(api.remove, { params: { ...params, asset_id } }),
    apply: (attachments, id) =>
      applyAttachmentEvent(attachments, {
        type: 'attachment.removed',
        id,
        work_item_id: params.id,
      }),
    failure: 'attachments.not_removed',
  })
