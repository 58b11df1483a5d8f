import { t } from '#data/i18n.ts'
import { toast } from '#ui/feedback/toast.ts'
import { copyText } from '#ui/platform/copy-text.ts'

export const projectAddress = (slug: string, id: string) => `/${slug}/projects/${id}/issues/`

export async function copyProjectLink(slug: string, id: string) {
  const copied = await copyText(location.origin + projectAddress(slug, id))
  toast({
    kind: copied ? 'success' : 'error',
    title: t(copied ? 'messages.project_link_copied' : 'messages.project_link_not_copied'),
  })
}
