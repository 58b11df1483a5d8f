import type { ProjectPage } from '@cairn/contract'
import { t } from '#data/i18n.ts'
import { toast } from '#ui/feedback/toast.ts'
import { copyText } from '#ui/platform/copy-text.ts'
import type { PageScope } from './page-list.ts'

export const pageAddress = ({ slug, project_id }: PageScope, { id }: Pick<ProjectPage, 'id'>) =>
  `/${slug}/projects/${project_id}/pages/${id}/`

/** The displayed name: a page may have none. */
export const pageName = ({ name }: Pick<ProjectPage, 'name'>) => name || t('pages.untitled')

export async function copyPageLink(address: string) {
  const copied = await copyText(location.origin + address)
  toast({
    kind: copied ? 'success' : 'error',
    title: t(copied ? 'pages.link_copied' : 'pages.link_not_copied'),
  })
}
