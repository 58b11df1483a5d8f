import { toCsv, type WebhookWithSecret } from '@cairn/contract'
import { saveFile } from '#data/save-file.ts'

const columns = [
  ...(['id', 'url', 'created_at', 'updated_at', 'is_active', 'secret_key'] as const),
  ...(['project', 'issue', 'module', 'cycle', 'issue_comment', 'workspace'] as const),
] as const

/** The secret is available only once, so it is also saved as a file. */
export const saveSecret = (webhook: WebhookWithSecret) =>
  saveFile(
    `webhook-secret-key-${Date.now()}.csv`,
    'text/csv',
    toCsv([columns, columns.map((column) => String(webhook[column]))]),
  )
