import {
  canChangeWorkItem,
  canRemoveWorkItem,
  MEMBER,
  type Project,
  type State,
  type WorkItem,
  type WorkItemPatch,
} from '@cairn/contract'
import { Plus } from 'lucide-react'
import {
  type FocusEvent,
  type RefObject,
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import { useMe } from '#features/account/hooks.ts'
import { useLabels } from '#features/labels/hooks.ts'
import { useHotkeys } from '#features/shell/hotkeys.ts'
import { useShell } from '#features/shell/shell-context.ts'
import { readStored, writeStored } from '#features/shell/stored.ts'
import { useSmallScreen } from '#features/shell/use-small-screen.ts'
import { inListOrder } from '#features/states/state-order.ts'
import { stateIcon } from '#features/states/state-picture.tsx'
import { usePeople } from '#features/workspaces/hooks.ts'
import type { Option } from '#ui/combobox.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { ContextMenu } from '#ui/context-menu.tsx'
import { GroupHeader } from '#ui/group-header.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { VirtualList, type VirtualListHandle } from '#ui/virtual-list.tsx'
import { GapRow } from './gap-row.tsx'
import { findItem, type WorkItemGroups } from './groups.ts'
import {
  draftOf,
  readGaps,
  useChangeWorkItem,
  useCreateWorkItem,
  useRemoveWorkItem,
} from './hooks.ts'
import { usePriorityOptions, useStateOptions } from './properties.tsx'
import { QuickAdd } from './quick-add.tsx'
import { RowPopups } from './row-popups.tsx'
import { gapsIn, type Row, toRows } from './rows.ts'
import { useRowDeeds } from './use-row-deeds.ts'
import { type Face, type RowContext, WorkItemRow } from './work-item-row.tsx'

// Rows: what is about to come is read before it is seen.
const LOOK_AHEAD = 40
const smallHeights = { group: 40, add: 48, gap: 85, item: 85 }
const smallHeight = ({ kind }: Row) => smallHeights[kind]
const keyOf = ({ key }: Row) => key
const isHeader = ({ kind }: Row) => kind === 'group'
const isItem = ({ kind }: Row) => kind === 'item'

interface WorkItemsListProps {
  slug: string
  project: Project
  states: readonly State[]
  groups: WorkItemGroups
}

export function WorkItemsList({ slug, project, states, groups }: WorkItemsListProps) {
  const { t } = useTranslation()
  const me = useMe()
  const { createWorkItem } = useShell()
  const small = useSmallScreen()
  const list = useRef<VirtualListHandle>(null)
  const [adding, setAdding] = useState<string>()
  const [removing, setRemoving] = useState<WorkItem>()
  const [folded, toggleFold] = useFolded(project.id)
  const change = useChangeWorkItem(slug, project.id, states)
  const create = useCreateWorkItem(slug, project.id)
  const removal = useRemoveWorkItem(slug, project.id)

  const addable = (project.member_role ?? 0) >= MEMBER
  const ordered = useMemo(() => inListOrder(states), [states])
  const rows = useMemo(
    () => toRows(groups, { states: ordered, folded, addable }),
    [groups, ordered, folded, addable],
  )
  const { active, handleFocus, keepFocus, focusRow } = useActiveRow(rows, list)

  const handleChange = useCallback(
    (id: string, patch: WorkItemPatch) => {
      change.mutate({ id, patch })
      keepFocus(id)
    },
    [change, keepFocus],
  )
  const caller = { user_id: me.id, project_role: project.member_role ?? 0 }
  const stateOptions = useStateOptions(states)
  const priorityOptions = usePriorityOptions()
  const canChange = (item: WorkItem) => canChangeWorkItem(caller, item)
  const canRemove = (item: WorkItem) => canRemoveWorkItem(caller, item)
  const { edit, stop, handleRenamed, entriesOf, entriesAt, handlers } = useRowDeeds({
    rows,
    canChange,
    canRemove,
    stateOptions,
    priorityOptions,
    onChange: handleChange,
    onRemove: setRemoving,
  })
  const context = useRowContext({
    slug,
    project,
    stateOptions,
    priorityOptions,
    small,
    handleChange,
    handleRenamed,
  })

  const handleShow = useCallback(
    (first: number, last: number) =>
      readGaps(slug, project.id, gapsIn(rows, first - LOOK_AHEAD, last + LOOK_AHEAD)),
    [slug, project.id, rows],
  )

  // The row it belongs to scrolled away or was removed.
  useEffect(() => {
    if (edit && !edit.anchor.isConnected) stop()
  })

  const enterFromTop = () => focusRow('first')
  const enterFromBottom = () => focusRow('last')
  useHotkeys({
    j: enterFromTop,
    k: enterFromBottom,
    ArrowDown: enterFromTop,
    ArrowUp: enterFromBottom,
  })

  function add(state_id: string, name: string) {
    const state = states.find(({ id }) => id === state_id)
    if (!state) return
    const body = { name, state_id }
    create.mutate({ body, draft: draftOf(body, state, project.id, me.id, groups) })
  }

  const firstItem = rows.find(({ kind }) => kind === 'item')?.key
  const tabStop = active && findItem(groups, active) ? active : firstItem

  function draw(row: Row) {
    if (row.kind === 'gap') return <GapRow index={row.index} />
    if (row.kind === 'add') {
      return (
        <QuickAdd
          open={adding === row.state_id}
          onOpenChange={(open) => setAdding(open ? row.state_id : undefined)}
          onAdd={(name) => add(row.state_id, name)}
        />
      )
    }
    if (row.kind === 'group') {
      const { state, total, open } = row
      return (
        <GroupHeader
          icon={stateIcon(state, states)}
          name={state.name}
          count={total}
          open={open}
          onToggle={() => toggleFold(state.id)}
          actions={
            createWorkItem &&
            addable && (
              <IconButton
                size="sm"
                icon={Plus}
                label={t('work_items.add_to', { state: state.name })}
                onClick={() => createWorkItem({ project_id: project.id, state_id: state.id })}
              />
            )
          }
        />
      )
    }
    const { item } = row
    return (
      <WorkItemRow
        item={item}
        context={context}
        editing={edit?.item.id === item.id ? edit.what : undefined}
        tabIndex={item.id === tabStop ? 0 : -1}
        canChange={canChange(item)}
        canRemove={canRemove(item)}
      />
    )
  }

  return (
    <>
      <ContextMenu items={entriesAt}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: hears for the rows inside, which are the controls */}
        <div className="min-h-0 grow" onFocus={handleFocus} {...handlers}>
          <VirtualList
            ref={list}
            label={t('work_items.list')}
            items={rows}
            keyOf={keyOf}
            isSticky={isHeader}
            isStop={isItem}
            heightOf={small ? smallHeight : undefined}
            stickyHeight={small ? 40 : 36}
            measure={small}
            onShow={handleShow}
            className={small ? 'pb-24' : 'pb-4'}
          >
            {draw}
          </VirtualList>
        </div>
      </ContextMenu>
      <RowPopups
        edit={edit}
        small={small}
        stateOptions={stateOptions}
        priorityOptions={priorityOptions}
        itemOf={(id) => findItem(groups, id)}
        entriesOf={entriesOf}
        onChange={handleChange}
        onClose={stop}
      />
      <ConfirmDialog
        open={removing !== undefined}
        onClose={() => setRemoving(undefined)}
        onConfirm={() => {
          if (removing) removal.mutate(removing.id)
          setRemoving(undefined)
        }}
        title={
          removing &&
          t('work_items.delete_title', { id: `${project.identifier}-${removing.sequence_id}` })
        }
        confirmLabel={t('work_items.delete')}
      >
        {removing && t('work_items.delete_text', { name: removing.name })}
      </ConfirmDialog>
    </>
  )
}

/** Which groups are folded away, remembered per project. */
function useFolded(project_id: string) {
  const key = `issue_groups_folded.${project_id}`
  const [folded, setFolded] = useState(() => new Set(readStored<string[]>(key, [])))
  function toggle(id: string) {
    const next = new Set(folded)
    if (!next.delete(id)) next.add(id)
    writeStored(key, [...next])
    setFolded(next)
  }
  return [folded, toggle] as const
}

/** Which row has the keyboard. It keeps it while the item moves to another group. */
function useActiveRow(rows: readonly Row[], list: RefObject<VirtualListHandle | null>) {
  const [active, setActive] = useState<string>()
  const following = useRef<string>(undefined)

  useEffect(() => {
    const id = following.current
    if (!id) return
    following.current = undefined
    const index = rows.findIndex(({ key }) => key === id)
    if (index >= 0) list.current?.focus(index)
  }, [rows, list])

  const keepFocus = useCallback((id: string) => {
    following.current = id
  }, [])

  function handleFocus(event: FocusEvent) {
    const index = (event.target as HTMLElement).closest('[data-index]')?.getAttribute('data-index')
    const row = index ? rows[Number(index)] : undefined
    if (row?.kind === 'item') setActive(row.key)
  }

  function focusRow(which: 'first' | 'last') {
    const known = rows.findIndex(({ key }) => key === active)
    const index =
      known >= 0 ? known : which === 'first' ? rows.findIndex(isItem) : rows.findLastIndex(isItem)
    if (index >= 0) list.current?.focus(index)
  }

  return { active, handleFocus, keepFocus, focusRow }
}

interface ContextParts {
  slug: string
  project: Project
  stateOptions: readonly Option[]
  priorityOptions: readonly Option[]
  small: boolean
  handleChange: (id: string, patch: WorkItemPatch) => void
  handleRenamed: () => void
}

function useRowContext(parts: ContextParts): RowContext {
  const { slug, project, stateOptions, priorityOptions, small, handleChange, handleRenamed } = parts
  const { t } = useTranslation()
  const labels = useLabels(slug, project.id)
  const people = usePeople(slug)
  const { identifier } = project
  return useMemo(
    () => ({
      t,
      identifier,
      states: facesOf(stateOptions, t('work_items.state')),
      priorities: facesOf(priorityOptions, t('work_items.priority')),
      labels,
      people,
      small,
      onRename: (id, name) => handleChange(id, { name }),
      onRenamed: handleRenamed,
    }),
    [
      t,
      identifier,
      stateOptions,
      priorityOptions,
      labels,
      people,
      small,
      handleChange,
      handleRenamed,
    ],
  )
}

const facesOf = (options: readonly Option[], what: string): ReadonlyMap<string, Face> =>
  new Map(
    options.map(({ value, label, icon }) => [value, { label: `${what}: ${label}`, icon }] as const),
  )
