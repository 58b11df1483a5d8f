import { importsApi as api, type UploadedImport } from '@cairn/contract'
import { ApiError } from '#data/api.ts'
import { t } from '#data/i18n.ts'
import { refusalMessage } from '#data/refusals.ts'
import { buildUrl } from '#data/url.ts'

/** The only body that is not JSON: the raw file. */
export async function sendCsv(
  slug: string,
  project_id: string,
  file: File,
): Promise<UploadedImport> {
  const url = buildUrl(api.upload.url, { slug, project_id }, { name: file.name.slice(-255) })
  const headers = { accept: 'application/json', 'content-type': 'text/csv' }
  const response = await fetch(url, { method: 'POST', headers, body: file }).catch(() => {
    throw new ApiError(0, null, t(navigator.onLine ? 'errors.unreachable' : 'errors.offline'))
  })
  const answer: unknown = await response.json().catch(() => null)
  if (response.ok) return answer as UploadedImport
  const { sentence, said } = await refusalMessage(answer, response.status)
  throw new ApiError(response.status, answer, sentence, said)
}
