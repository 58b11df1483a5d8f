import {
  canChangeIntakeItem,
  canChangeWorkItem,
  type IntakeItemDetail,
  isOpenInIntake,
  type Project,
} from '@cairn/contract'
import { useMe } from '#entities/account/hooks.ts'
import { keyOf } from '#entities/work-item/item-address.ts'
import type { ItemPage } from '#entities/work-item/item-context.ts'
import { useSaveStatus } from '#entities/work-item/save-status.tsx'
import { noteIntakeDescription, saveIntakeText, useChangeIntakeItem } from './hooks.ts'

interface Opened {
  slug: string
  project: Project
  item: IntakeItemDetail
  onLeave: () => void
}

/** An intake item for the parts of a work item's page: its changes use other calls. */
export function useIntakePage({ slug, project, item, onLeave }: Opened) {
  const { id: user_id } = useMe()
  const place = { slug, project_id: project.id }
  const { issue } = item
  const change = useChangeIntakeItem(place)
  const [saving, onSaveStatus] = useSaveStatus()
  const caller = { user_id, project_role: project.member_role ?? 0 }
  const isOpen = isOpenInIntake(item)
  const isArchived = issue.archived_at !== null
  const edit: ItemPage['change'] = ({ module_ids, ...edits }) =>
    change.mutate({
      item,
      patch: { issue: { ...edits, ...(module_ids && { module_ids: [...module_ids] }) } },
    })
  const page: ItemPage = {
    slug,
    place: { ...place, id: issue.id },
    project,
    item: issue,
    key: keyOf(project, issue),
    isPartial: false,
    isArchived,
    canChange: isOpen && canChangeIntakeItem(caller, issue),
    canHang: false,
    canAttach: isOpen && canChangeWorkItem(caller, issue),
    canDiscuss: !isArchived,
    change: edit,
    changeParent: (parent) => edit({ parent_id: parent?.id ?? null }),
    saveText: (text, how) => saveIntakeText(place, issue.id, text, how),
    documentType: 'intake_item',
    noteDescription: (html) => noteIntakeDescription(place, issue.id, html),
    onSaveStatus,
    onLeave,
  }
  return { page, saving, caller, isOpen }
}
