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
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
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
import { ConfirmDialog } from '#ui/confirm-dialog.tsx'
import { GroupHeader } from '#ui/group-header.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { findItem, type WorkItemGroups } from './groups.ts'
import {
  draftOf,
  readMore,
  useChangeWorkItem,
  useCreateWorkItem,
  useRemoveWorkItem,
} from './hooks.ts'
import { usePriorityOptions, useStateOptions } from './properties.tsx'
import { QuickAdd } from './quick-add.tsx'
import { type Row, toRows } from './rows.ts'
import { VirtualRows, type VirtualRowsHandle } from './virtual-rows.tsx'
import { type Edit, type RowContext, WorkItemRow } from './work-item-row.tsx'

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
  const list = useRef<VirtualRowsHandle>(null)
  const [edit, setEdit] = useState<Edit>()
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
  const context = useRowContext({
    slug,
    project,
    states,
    small,
    handleChange,
    setEdit,
    setRemoving,
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

  const caller = { user_id: me.id, project_role: project.member_role ?? 0 }
  const firstItem = rows.find(({ kind }) => kind === 'item')?.key
  const tabStop = active && findItem(groups, active) ? active : firstItem

  function draw(row: Row) {
    if (row.kind === 'gap') return <Gap slug={slug} project_id={project.id} row={row} />
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
        editing={edit?.id === item.id ? edit.what : undefined}
        tabIndex={item.id === tabStop ? 0 : -1}
        canChange={canChangeWorkItem(caller, item)}
        canRemove={canRemoveWorkItem(caller, item)}
      />
    )
  }

  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: follows where the focus is among the rows inside */}
      <div className="min-h-0 grow" onFocus={handleFocus}>
        <VirtualRows ref={list} label={t('work_items.list')} rows={rows} small={small}>
          {draw}
        </VirtualRows>
      </div>
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
function useActiveRow(rows: readonly Row[], list: React.RefObject<VirtualRowsHandle | null>) {
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

  function handleFocus(event: React.FocusEvent) {
    const index = (event.target as HTMLElement).closest('[data-index]')?.getAttribute('data-index')
    const row = index ? rows[Number(index)] : undefined
    if (row?.kind === 'item') setActive(row.key)
  }

  function focusRow(which: 'first' | 'last') {
    const known = rows.findIndex(({ key }) => key === active)
    const isItem = ({ kind }: Row) => kind === 'item'
    const index =
      known >= 0 ? known : which === 'first' ? rows.findIndex(isItem) : rows.findLastIndex(isItem)
    if (index >= 0) list.current?.focus(index)
  }

  return { active, handleFocus, keepFocus, focusRow }
}

interface ContextParts {
  slug: string
  project: Project
  states: readonly State[]
  small: boolean
  handleChange: RowContext['onChange']
  setEdit: RowContext['onEdit']
  setRemoving: RowContext['onRemove']
}

function useRowContext(parts: ContextParts): RowContext {
  const { slug, project, states, small, handleChange, setEdit, setRemoving } = parts
  const stateOptions = useStateOptions(states)
  const priorityOptions = usePriorityOptions()
  const labels = useLabels(slug, project.id)
  const people = usePeople(slug)
  const { identifier } = project
  return useMemo(
    () => ({
      identifier,
      states,
      stateOptions,
      priorityOptions,
      labels,
      people,
      small,
      onChange: handleChange,
      onEdit: setEdit,
      onRemove: setRemoving,
    }),
    [
      identifier,
      states,
      stateOptions,
      priorityOptions,
      labels,
      people,
      small,
      handleChange,
      setEdit,
      setRemoving,
    ],
  )
}

interface GapProps {
  slug: string
  project_id: string
  row: Extract<Row, { kind: 'gap' }>
}

/** A row on its way: being drawn is what asks for it. */
function Gap({ slug, project_id, row }: GapProps) {
  const { state_id, index } = row
  useEffect(() => {
    void readMore(slug, project_id, state_id, index)
  })
  return (
    <div
      aria-hidden
      className="flex h-9 items-center gap-2 border-b border-line-subtle pr-3 pl-4 max-md:h-[85px]"
    >
      <span className="w-3.5 max-md:hidden" />
      <Skeleton width={16} height={16} />
      <Skeleton width={56} className="max-md:hidden" />
      <Skeleton width={140 + ((index * 37) % 160)} />
    </div>
  )
}
