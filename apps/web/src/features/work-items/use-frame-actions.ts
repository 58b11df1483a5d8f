import type { WorkItem } from '@cairn/contract'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useMe } from '#entities/account/hooks.ts'
import { useShell } from '#entities/frame/shell-context.ts'
import { isWritable } from '#entities/project/hooks.ts'
import { useOpenItem } from '#entities/work-item/open-item.ts'
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
import type { ItemRights } from '#entities/work-item-list/use-item-rights.ts'
import type { GroupPayload, ListVocabulary } from '#entities/work-item-list/vocabulary.tsx'
import { afterFirstScreen } from '#ui/platform/first-screen.ts'

// Not needed to draw the first rows.
type Actions = typeof import('#entities/work-item-list/use-item-actions.ts')
let loaded: Actions | undefined
let menu: typeof import('./item-menu.ts') | undefined

async function loadActions() {
  loaded ??= await import('#entities/work-item-list/use-item-actions.ts')
  return loaded
}

async function loadAll() {
  menu = await import('./item-menu.ts')
  await loadActions()
}

/** At once where they are there: what is awaited is drawn frames after the click. */
const withActions = (use: (actions: Actions) => void) =>
  loaded ? use(loaded) : void loadActions().then(use)

/** What is asked before it is done. */
export interface Asking {
  action: ItemAction
  item: WorkItem
}

const isIn = (vocabulary: ListVocabulary | undefined, id: string) => {
  const project = vocabulary?.projects.get(id)
  return project !== undefined && isWritable(project)
}

/** Everything a layout can do, by role and context; and what waits for an answer. */
export function useFrameActions(
  context: ListContext,
  vocabulary: ListVocabulary | undefined,
  rights: ItemRights,
  /** Of a saved view: what is made there shall be seen there. */
  filters: Filters | undefined,
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
  const project = vocabulary?.projects.get(projectOf(context) ?? '')
  const among = teamProjectsOf(context)
  const writable = project
    ? isWritable(project)
    : !projectOf(context) && (!among || among.some((id) => isIn(vocabulary, id)))
  const is_epic = context.kind === 'epics'
  const bringsIn = abilities.create && (context.kind === 'cycle' || context.kind === 'module')

  useEffect(() => void afterFirstScreen().then(loadAll), [])

  const add = useCallback(
    (name: string, payload: GroupPayload = {}) => {
      const { project_id = project?.id, ...given } = payload ?? {}
      const states = vocabulary?.states.filter((state) => state.project_id === project_id)
      if (!states || !project_id) return
      const body = { ...preset, ...given, name }
      const of = { project_id, states, created_by: me, is_epic }
      withActions(({ addWorkItem }) => addWorkItem(slug, body, of))
    },
    [preset, slug, vocabulary, project?.id, me, is_epic],
  )

  const change: ItemActions['change'] = useCallback(
    (item, patch) =>
      withActions(({ changeWorkItem }) => void changeWorkItem(slug, { item, patch })),
    [slug],
  )

  const actions = useMemo(
    (): ItemActions => ({
      change,
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
      menuOf: (item, more) =>
        menu?.itemMenu({
          t,
          context,
          change,
          item,
          rights,
          vocabulary,
          ask: setAsking,
          form: createWorkItem,
          ...more,
        }) ?? [],
      askRemove: (item) => setAsking({ action: 'remove', item }),
      open,
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
      rights,
      vocabulary,
      open,
    ],
  )

  const stopAsking = useCallback(() => setAsking(undefined), [])
  const stopAdding = useCallback(() => setAdding(false), [])
  return { actions, asking, stopAsking, adding, stopAdding }
}
