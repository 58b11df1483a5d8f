import type { AnyMutation, DurableMutations } from '#data/durable-mutations.ts'
import { onLiveOpen } from '#data/live-listeners.ts'
import { Outbox } from '#data/outbox.ts'
import { saveSettings } from '#entities/work-item-list/use-list-settings.ts'

const many = () => import('#entities/work-item-list/bulk-actions.ts')
const drafts = () => import('#entities/work-item-list/draft-actions.ts')
const attachments = () => import('#features/attachments/hooks.ts')
const cycles = () => import('#entities/cycle/hooks.ts')
const links = () => import('#features/links/hooks.ts')
const relations = () => import('#entities/work-item-list/change-relations.ts')
const modules = () => import('#features/modules/hooks.ts')

/** Recreates stored changes after a reload; loaded when there is such a change. */
const mutations: DurableMutations = {
  'work-item.change': async () =>
    (await import('#entities/work-item-list/use-item-actions.ts')).changing,
  'work-item.create': async () =>
    (await import('#entities/work-item-list/use-item-actions.ts')).creating,
  'work-item.act': async () => (await import('#entities/work-item-list/item-action.ts')).acting,
  'work-item.change-many': async () => (await many()).changingMany,
  'work-item.end-many': async () => (await many()).endingMany,
  'work-item.parent': async () =>
    (await import('#entities/work-item-list/change-parent.ts')).changingParent,
  'link.create': async () => (await links()).useCreateLink.mutationAt,
  'link.change': async () => (await links()).useChangeLink.mutationAt,
  'link.remove': async () => (await links()).useRemoveLink.mutationAt,
  'relation.add': async () => (await relations()).addingRelations,
  'relation.remove': async () => (await relations()).removingRelations,
  'comment.create': async () => (await import('#features/comments/hooks.ts')).creatingComment,
  'comment.change': async () => (await import('#features/comments/hooks.ts')).changingComment,
  'comment.remove': async () => (await import('#features/comments/hooks.ts')).removingComment,
  'attachment.create': async () => (await attachments()).addingAttachment,
  'attachment.remove': async () => (await attachments()).removingAttachment,
  'sticky.create': async () => (await import('#features/stickies/hooks.ts')).creatingSticky,
  'sticky.change': async () => (await import('#features/stickies/hooks.ts')).changingSticky,
  'sticky.remove': async () => (await import('#features/stickies/hooks.ts')).removingSticky,
  'draft.create': async () => (await drafts()).creatingDraft,
  'draft.replace': async () => (await drafts()).replacingDraft,
  'draft.change': async () => (await drafts()).changingDraft,
  'draft.remove': async () => (await drafts()).removingDraft,
  'cycle.create': async () => (await cycles()).useCreateCycle.mutationAt,
  'cycle.change': async () => (await cycles()).useChangeCycle.mutationAt,
  'cycle.remove': async () => (await cycles()).useRemoveCycle.mutationAt,
  'module.create': async () => (await modules()).useCreateModule.mutationAt,
  'module.change': async () => (await modules()).useSaveModule.mutationAt,
  'module.remove': async () => (await modules()).useRemoveModule.mutationAt,
}

let running: Outbox | undefined

/** The user's changes waiting in this browser. */
export function startOutbox(user_id: string): Outbox {
  if (!running) {
    running = new Outbox(user_id, mutations)
    void running.start()
    const saveOwnSettings = () => saveSettings(user_id)
    addEventListener('online', saveOwnSettings)
    onLiveOpen(saveOwnSettings)
  }
  return running
}

export const runningOutbox = () => running

export const storeIn = (outbox: Outbox) => (mutation: unknown, variables: unknown) =>
  outbox.add(mutation as AnyMutation, variables)
