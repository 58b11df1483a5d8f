import type { View } from '@cairn/contract'
import { t } from '#data/i18n.ts'
import { toast } from '#ui/feedback/toast.ts'
import { copyText } from '#ui/platform/copy-text.ts'

type Placed = Pick<View, 'id' | 'project' | 'teamspace'>

/** URL of a saved view; those of the workspace are next to the fixed ones. */
export function viewAddress(slug: string, { id, project, teamspace }: Placed): string {
  if (teamspace) return `/${slug}/teamspaces/${teamspace}/views/${id}/`
  return project ? `/${slug}/projects/${project}/views/${id}/` : `/${slug}/workspace-views/${id}/`
}

export async function copyViewLink(address: string) {
  const copied = await copyText(location.origin + address)
  toast({
    kind: copied ? 'success' : 'error',
    title: t(copied ? 'views.link_copied' : 'views.link_not_copied'),
  })
}
