import { type Attachment, attachmentsApi as api, applyAttachmentEvent } from '@cairn/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { ApiError, call, isMissing } from '#data/api.ts'
import { queryLayers } from '#data/query-client.ts'
import { useLiveUpdates } from '#data/use-live-updates.ts'
import {
  mutateOptimistically,
  type OptimisticMutation,
  type Then,
  useOptimisticMutation,
} from '#data/use-optimistic-mutation.ts'
import { useMe } from '#entities/account/hooks.ts'
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

const describe = (file: File) => ({
  name: file.name.slice(-255),
  type: typeOf(file),
  size: file.size,
})

const withSaved = (attachments: Attachment[], attachment: Attachment) =>
  applyAttachmentEvent(attachments, { type: 'attachment.saved', attachment })

/** Requests an upload target, sends the file, and confirms it. A failed upload leaves nothing. */
async function send(
  params: ItemRef,
  { id, file }: NewFile,
  onProgress?: (share: number) => void,
  signal?: AbortSignal,
): Promise<Attachment> {
  const body = { ...describe(file), id }
  const { attachment, ...target } = await call(api.create, { params, body, signal })
  const { asset_id } = target
  try {
    await sendFile(target, file, onProgress, signal)
    signal?.throwIfAborted()
    await call(api.complete, { params: { ...params, asset_id }, body: {} })
  } catch (error) {
    await call(api.remove, { params: { ...params, asset_id } }).catch(() => undefined)
    throw error
  }
  return { ...attachment, is_uploaded: true }
}

interface Progress {
  onProgress: (share: number) => void
  signal: AbortSignal
}

/** Uploads a file while the user watches. */
export async function upload(params: ItemRef, file: NewFile, { onProgress, signal }: Progress) {
  const attachment = await send(params, file, onProgress, signal)
  queryLayers.happen<Attachment[]>(attachmentsOf(params).queryKey, (attachments) =>
    withSaved(attachments, attachment),
  )
}

export interface NewFile {
  /** Chosen by the browser, so that a repeated upload is recognized. */
  id: string
  file: File
}

/** Ids for further attempts. */
const nthId = (id: string, n: number) =>
  n === 0 ? id : id.slice(0, -4) + n.toString(16).padStart(4, '0')

const MAX_ATTEMPTS = 100

const isTaken = (error: unknown) => error instanceof ApiError && error.status === 409

/**
 * Uploads a file that may have been sent before without a response: an id that is taken has the
 * file, or its upload was interrupted and the next id is used.
 */
async function sendAgain(params: ItemRef, { id, file }: NewFile): Promise<Attachment> {
  for (let n = 0; n < MAX_ATTEMPTS; n += 1) {
    const asset_id = nthId(id, n)
    try {
      return await send(params, { id: asset_id, file })
    } catch (error) {
      if (!isTaken(error)) throw error
    }
    try {
      await call(api.complete, { params: { ...params, asset_id }, body: {} })
    } catch (error) {
      if (!isMissing(error)) throw error
      continue
    }
    const all = await call(api.list, { params })
    const found = all.find((one) => one.id === asset_id)
    if (found) return found
  }
  throw new ApiError(409, null, undefined)
}

const lineOf = ({ id }: ItemRef) => `attachments of ${id}`

interface Waiting extends NewFile {
  /** In the list until the file is uploaded. */
  draft: Attachment
}

/** Uploads a file later, when the network is back. */
export const addingAttachment = (
  params: ItemRef,
): OptimisticMutation<Attachment[], Waiting, Attachment> => ({
  query: attachmentsOf(params),
  send: (waiting) => sendAgain(params, waiting),
  apply: (attachments, { draft }) => withSaved(attachments, draft),
  settle: withSaved,
  // One by one: several large files would share a slow network.
  line: () => lineOf(params),
  durable: {
    ...{ name: 'attachment.create', scope: params },
    about: ({ id }) => [id, params.id],
  },
  failure: 'attachments.not_uploaded',
})

/** Shows a file that could not be sent, and sends it when the network is back. */
export function useAddLater(params: ItemRef) {
  const { id: me } = useMe()
  return ({ id, file }: NewFile, then: Then<Attachment>) => {
    const now = new Date().toISOString()
    const { size } = file
    const draft: Attachment = {
      ...{ id, attributes: describe(file), asset: '', asset_url: '', size, is_uploaded: false },
      ...{ entity_type: 'ISSUE_ATTACHMENT', entity_identifier: params.id, user: null },
      ...{ is_deleted: false, is_archived: false, storage_metadata: null },
      ...{ issue: params.id, issue_id: params.id, project: params.project_id, workspace: '' },
      ...{ draft_issue: null, comment: null, page: null, external_id: null, external_source: null },
      ...{ created_at: now, updated_at: now, created_by: me, updated_by: me, deleted_at: null },
    }
    return mutateOptimistically(addingAttachment(params), { id, file, draft }, then)
  }
}

export const removingAttachment = (
  params: ItemRef,
): OptimisticMutation<Attachment[], string, null> => ({
  query: attachmentsOf(params),
  send: (asset_id) => call(api.remove, { params: { ...params, asset_id } }),
  apply: (attachments, id) =>
    applyAttachmentEvent(attachments, {
      ...{ type: 'attachment.removed', id, work_item_id: params.id },
    }),
  line: () => lineOf(params),
  durable: {
    ...{ name: 'attachment.remove', scope: params, removes: true },
    about: (id) => [id, params.id],
  },
  failure: 'attachments.not_removed',
})

export const useRemoveAttachment = (params: ItemRef) =>
  useOptimisticMutation(removingAttachment(params))
