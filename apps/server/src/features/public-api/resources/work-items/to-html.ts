import type { WorkItemPatchV1 } from '@cairn/contract/v1'
import { escapeHtml } from '#features/account/service.ts'

/** A text without tags becomes a paragraph; so does plain text if only that was sent. */
export function toHtml({
  description_html,
  description_stripped,
}: Pick<WorkItemPatchV1, 'description_html' | 'description_stripped'>): string | undefined {
  if (description_html !== undefined) {
    return /<[a-z!/]/i.test(description_html) ? description_html : `<p>${description_html}</p>`
  }
  if (description_stripped === undefined) return undefined
  return `<p>${escapeHtml(description_stripped ?? '')}</p>`
}
