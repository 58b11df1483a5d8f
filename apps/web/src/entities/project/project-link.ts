import { t } from '#data/i18n.ts'
import { copyText } from '#ui/copy-text.ts'
import { toast } from '#ui/toast.ts'

export const projectAddress = (slug: string, id: string) => `/${slug}/projects/${id}/issues/`

export async function copyProjectLink(slug: string, id: string) {
  const copied = await copyText(location.origin + projectAddress(slug, id))
  toast({
    kind: copied ? 'success' : 'error',
    title: t(copied ? 'projects.link_copied' : 'projects.link_not_copied'),
    text: copied ? t('projects.link_copied_text') : undefined,
  })
}
