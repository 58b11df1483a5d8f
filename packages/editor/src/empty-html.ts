const shown =
  /<(?:img|image-component|mention-component|issue-embed-component|page-embed-component|hr|table)\b/i

/** Whether a document is empty: no text, picture, mention, table or divider. */
export function isEmptyHtml(html: string | null | undefined): boolean {
  if (!html) return true
  if (shown.test(html)) return false
  return html.replace(/<[^>]*>/g, '').replace(/&nbsp;|[\s\u00a0\u200b\ufeff]/g, '') === ''
}
