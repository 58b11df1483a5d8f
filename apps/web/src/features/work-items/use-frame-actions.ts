import { ADMIN, type WorkItem } from '@cairn/contract'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useMe } from '#entities/account/hooks.ts'
import { useShell } from '#entities/frame/shell-context.ts'
import { isWritable } from '#entities/project/hooks.ts'
import { useOpenItem } from '#entities/work-item/open-item.ts'
import type { BulkAction } from '#entities/work-item-list/bulk-actions.ts'
import { presetOf } from '#entities/work-item-list/filter-preset.ts'
import type { ItemAction } from '#entities/work-item-list/item-action.ts'
import type { ItemActions } from '#entities/work-item-list/layout-props.ts'
import {
  abilitiesOf,
  type ListContext,
  planOf,
  projectOf,
  teamProjectsOf,
} from '#entities/work-item-list/list-context.ts'
import type { Filters } from '#entities/work-item-list/list-settings.ts'
import type { GroupPayload, ListReferences } from '#entities/work-item-list/references.tsx'
import type { ItemRights } from '#entities/work-item-list/use-item-rights.ts'
import { toast } from '#ui/feedback/toast.ts'
import { afterFirstScreen } from '#ui/platform/first-screen.ts'
import { lateFile } from '#ui/platform/late-file.ts'

// Not needed to render the first rows.
type Actions = typeof import('#entities/work-item-list/use-item-actions.ts')
type BulkActions = typeof import('#entities/work-item-list/bulk-actions.ts')
const single = lateFile<Actions>(() => import('#entities/work-item-list/use-item-actions.ts'))
const bulk = lateFile<BulkActions>(() => import('#entities/work-item-list/bulk-actions.ts'))
const menu = lateFile(() => import('./item-menu.ts'))

async function loadAll() {
  await menu.load()
  await single.load()
}

/** Actions that need a dialog first: for one item, for all selected ones, or a move target. */
export type Asking =
  | { action: ItemAction; item: WorkItem }
  | { action: BulkAction; items: readonly WorkItem[] }
  | { action: 'move'; items: readonly WorkItem[] }

const isIn = (references: ListReferences | undefined, id: string) => {
  const project = references?.projects.get(id)
  return project !== undefined && isWritable(project)
}

/** All actions of a layout, by role and context; and the open dialog. */
export function useFrameActions(
  context: ListContext,
  references: ListReferences | undefined,
  rights: ItemRights,
  /** Filters of a saved view: items created there must match them. */
  filters: Filters | undefined,
  ownActions?: Partial<ItemActions>,
) {
  const { t } = useTranslation()
  const { slug } = context
  const preset = useMemo(() => ({ ...presetOf(filters), ...planOf(context) }), [filters, context])
  const { id: me } = useMe()
  const { createWorkItem } = useShell()
  const [asking, setAsking] = useState<Asking>()
  const [adding, setAdding] = useState(false)
  const open = useOpenItem(slug)
  const abilities = abilitiesOf(context)
  const project = references?.projects.get(projectOf(context) ?? '')
  const among = teamProjectsOf(context)
  const writable = project
    ? isWritable(project)
    : !projectOf(context) && (!among || among.some((id) => isIn(references, id)))
  const is_epic = context.kind === 'epics'
  const bringsIn = abilities.create && (context.kind === 'cycle' || context.kind === 'module')

  useEffect(() => void afterFirstScreen().then(loadAll), [])

  const add = useCallback(
    (name: string, payload: GroupPayload = {}) => {
      const { project_id = project?.id, ...given } = payload ?? {}
      const states = references?.states.filter((state) => state.project_id === project_id)
      if (!states || !project_id) return
      const body = { ...preset, ...given, name }
      const of = { project_id, states, created_by: me, is_epic }
      single.use(({ addWorkItem }) => addWorkItem(slug, body, of))
    },
    [preset, slug, references, project?.id, me, is_epic],
  )

  const change: ItemActions['change'] = useCallback(
    (item, patch) => single.use(({ changeWorkItem }) => void changeWorkItem(slug, { item, patch })),
    [slug],
  )

  const changeMany: ItemActions['changeMany'] = useCallback(
    (items, patch) => bulk.use(({ changeWorkItems }) => changeWorkItems(slug, items, patch)),
    [slug],
  )

  const isAdmin = (project?.member_role ?? 0) >= ADMIN
  const askMany: ItemActions['askMany'] = useCallback(
    (action, items) => {
      const [first] = items
      // Only admins may delete several items at once; an author may delete one.
      const isAllowed =
        action === 'archive' || isAdmin || (items.length === 1 && first && rights.canRemove(first))
      if (first && action === 'move') setAsking({ action, items })
      else if (!first || !isAllowed || action === 'move')
        toast({ kind: 'error', title: t('shell.not_permitted') })
      else setAsking(items.length === 1 ? { action, item: first } : { action, items })
    },
    [isAdmin, rights, t],
  )

  const actions = useMemo(
    (): ItemActions => ({
      change,
      changeMany,
      askMany,
      add: abilities.quickAdd && writable ? add : undefined,
      create:
        abilities.create && writable && createWorkItem
          ? (defaults) =>
              createWorkItem({
                project_id: project?.id,
                isEpic: is_epic,
                ...(among && { among }),
                ...preset,
                ...defaults,
              })
          : undefined,
      addExisting: bringsIn && writable ? () => setAdding(true) : undefined,
      menuLoading: () => (menu.now ? undefined : menu.load()),
      menuOf: (item, more) =>
        menu.now?.itemMenu({
          t,
          context,
          change,
          item,
          rights,
          references,
          ask: setAsking,
          askMany,
          isAdmin,
          form: createWorkItem,
          ...more,
        }) ?? [],
      askRemove: (item) => setAsking({ action: 'remove', item }),
      open,
      ...ownActions,
    }),
    [
      context,
      preset,
      abilities,
      bringsIn,
      writable,
      add,
      createWorkItem,
      project?.id,
      among,
      is_epic,
      t,
      change,
      changeMany,
      askMany,
      isAdmin,
      rights,
      references,
      open,
      ownActions,
    ],
  )

  // A dialog that fades out must not close the one that was opened meanwhile.
  const stopAsking = useCallback(
    () => setAsking((now) => (now === asking ? undefined : now)),
    [asking],
  )
  const stopAdding = useCallback(() => setAdding(false), [])
  return { actions, asking, stopAsking, adding, stopAdding }
}
