import { type AssetKind, assetsApi as api, type UploadTarget } from '@cairn/contract'
import { ApiError, call } from '#data/api.ts'
import { t } from '#data/i18n.ts'
import { refusalMessage } from '#data/refusals.ts'

type Progress = (share: number) => void

const describe = ({ name, type, size }: File, entity_type: AssetKind) => ({
  name: name.slice(-255),
  type,
  size,
  entity_type,
})

/** Uploads the file. Not with `fetch`, which cannot report progress. */
export function sendFile(
  { upload_data }: Pick<UploadTarget, 'upload_data'>,
  file: File,
  onProgress?: Progress,
  signal?: AbortSignal,
): Promise<void> {
  const form = new FormData()
  for (const [name, value] of Object.entries(upload_data.fields)) form.append(name, value)
  // Last: fields after the file are not read.
  form.append('file', file)
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', upload_data.url)
    request.responseType = 'json'
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total ? loaded / total : 0)
    request.onload = () => {
      const { status, response } = request
      if (status >= 200 && status < 300) resolve()
      else
        void refusalMessage(response, status).then(({ sentence, said }) =>
          reject(new ApiError(status, response, sentence, said)),
        )
    }
    request.onerror = () => reject(new ApiError(0, null, t('errors.unreachable')))
    request.onabort = () => reject(signal?.reason)
    signal?.addEventListener('abort', () => request.abort())
    request.send(form)
  })
}

/** Uploads a picture of the user and makes it the current one. */
export async function uploadUserAsset(
  file: File,
  entity_type: 'USER_AVATAR' | 'USER_COVER',
  onProgress?: Progress,
): Promise<UploadTarget> {
  const target = await call(api.createOwn, { body: describe(file, entity_type) })
  await sendFile(target, file, onProgress)
  await call(api.completeOwn, { params: { id: target.asset_id }, body: {} })
  return target
}

/** The same for a workspace; `entity_identifier` is the owner if that is not the workspace. */
export async function uploadWorkspaceAsset(
  slug: string,
  file: File,
  entity_type: AssetKind,
  { entity_identifier, onProgress }: { entity_identifier?: string; onProgress?: Progress } = {},
): Promise<UploadTarget> {
  const body = { ...describe(file, entity_type), entity_identifier }
  const target = await call(api.create, { params: { slug }, body })
  await sendFile(target, file, onProgress)
  await call(api.complete, { params: { slug, id: target.asset_id }, body: {} })
  return target
}

/** A picture in a text of a project: of the given item or comment, or of one not saved yet. */
export async function uploadProjectAsset(
  slug: string,
  project_id: string,
  file: File,
  entity_type: AssetKind,
  { entity_identifier, onProgress }: { entity_identifier?: string; onProgress?: Progress } = {},
): Promise<UploadTarget> {
  const body = { ...describe(file, entity_type), entity_identifier }
  const target = await call(api.createInProject, { params: { slug, project_id }, body })
  await sendFile(target, file, onProgress)
  const { asset_id: id } = target
  await call(api.completeInProject, { params: { slug, project_id, id }, body: {} })
  return target
}
