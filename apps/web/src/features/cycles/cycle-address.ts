import type { Cycle } from '@cairn/contract'
import { t } from '#data/i18n.ts'
import { type Filters, firstSettings, toSearch } from '#entities/work-item-list/list-settings.ts'
import { toast } from '#ui/feedback/toast.ts'
import { copyText } from '#ui/platform/copy-text.ts'

type Where = Pick<Cycle, 'id' | 'project_id'>

export const cycleAddress = (slug: string, { id, project_id }: Where) =>
  `/${slug}/projects/${project_id}/cycles/${id}/`

/** The query of a link to a cycle that shows only some of its items. */
export const filteredBy = (filters: Filters) =>
  toSearch({}, { ...firstSettings, filters }) as Record<string, string>

export async function copyCycleLink(slug: string, cycle: Where) {
  const copied = await copyText(location.origin + cycleAddress(slug, cycle))
  toast({
    kind: copied ? 'success' : 'error',
    title: t(copied ? 'cycles.link_copied' : 'cycles.link_not_copied'),
  })
}
