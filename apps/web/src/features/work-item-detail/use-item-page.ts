import { canChangeWorkItem, MEMBER } from '@cairn/contract'
import { isMissing } from '#data/api.ts'
import { useMe } from '#entities/account/hooks.ts'
import { useAllProjects } from '#entities/project/hooks.ts'
import { type ItemRef, noteDescription, saveText, useItem } from '#entities/work-item/hooks.ts'
import { keyOf } from '#entities/work-item/item-address.ts'
import type { ItemPage } from '#entities/work-item/item-context.ts'
import { useSaveStatus } from '#entities/work-item/save-status.tsx'
import { useChangeParent } from '#entities/work-item-list/change-parent.ts'
import { useChangeWorkItem } from '#entities/work-item-list/use-item-actions.ts'

/** Data and actions shared by the page of an item and its peek. */
export function useOpenPage(place: ItemRef, onLeave: ItemPage['onLeave']) {
  const { slug } = place
  const { id: user_id } = useMe()
  const { data: item, error, isPlaceholderData: isPartial, isFetching, refetch } = useItem(place)
  const project = useAllProjects(slug)?.find(({ id }) => id === item?.project_id)
  const project_id = item?.project_id ?? ''
  const change = useChangeWorkItem(slug)
  const parents = useChangeParent(slug)
  const [saving, onSaveStatus] = useSaveStatus()

  if (isMissing(error)) return { status: 'missing' as const, saving }
  if (error && !item) return { status: 'failed' as const, saving, retry: () => void refetch() }
  if (!item || !project) return { status: 'loading' as const, saving }

  const isArchived = item.archived_at !== null
  const caller = { user_id, project_role: project.member_role ?? 0 }
  const isOwn = !isArchived && !isPartial && canChangeWorkItem(caller, item)
  const page: ItemPage = {
    slug,
    place,
    project,
    item,
    key: keyOf(project, item),
    isPartial,
    isArchived,
    canChange: isOwn,
    canHang: isOwn && caller.project_role >= MEMBER,
    canAttach: isOwn,
    canDiscuss: !isArchived && !isPartial,
    change: (patch) => change.mutate({ item, patch }),
    changeParent: (parent) => parents.change([item], parent),
    saveText: (text, how) => saveText(place, { slug, project_id, id: item.id }, text, how),
    documentType: 'work_item',
    noteDescription: (html) => noteDescription(place, html),
    onSaveStatus,
    onLeave,
  }
  return { status: 'ready' as const, page, saving, isFetching }
}
