import type { Priority, SkippedItem, WorkItem } from '@cairn/contract'
import { t } from '#data/i18n.ts'
import { myId } from '#data/known-ids.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { queryClient } from '#data/query-client.ts'
import { type Direction, stepBack } from '#data/undo-stack.ts'
import { cyclesIn } from '#entities/cycle/cycle-list.ts'
import { projectsIn } from '#entities/project/hooks.ts'
import { statesIn, statesOfWorkspace } from '#entities/state/hooks.ts'
import { keyOf } from '#entities/work-item/item-address.ts'
import { membersIn } from '#entities/workspace/hooks.ts'
import { shortDate } from '#ui/dates/day.ts'
import { toast } from '#ui/feedback/toast.ts'
import { counted } from '#ui/platform/number.ts'
import { type ChangedItem, type Field, fields, type ItemChange } from './undo-values.ts'

// The same toast id, so that each message replaces the last.
const id = 'undo'

/** "TRAIL-94" */
export function keyIn(slug: string, item: Pick<WorkItem, 'project_id' | 'sequence_id' | 'name'>) {
  const projects = queryClient.getQueryData(projectsIn(slug).queryKey)
  const project = projects?.find((one) => one.id === item.project_id)
  return project && item.sequence_id > 0 ? keyOf(project, item) : item.name
}

/** The new value of a field as text; undefined if only the field's name is shown. */
export function valueText(
  slug: string,
  item: ChangedItem,
  field: Field,
  value: unknown,
): string | undefined {
  if (value === null) return t('undo.none')
  const project = { slug, project_id: item.project_id }
  const named = (known: readonly { id: string; name: string }[] | undefined) =>
    known?.find((one) => one.id === value)?.name
  if (field === 'state_id') {
    return (
      named(queryClient.getQueryData(statesIn(project).queryKey)) ??
      named(queryClient.getQueryData(statesOfWorkspace(slug).queryKey))
    )
  }
  if (field === 'cycle_id') return named(queryClient.getQueryData(cyclesIn(project).queryKey))
  if (field === 'priority') return t(`pickers.priorities.${value as Priority}`)
  if (field === 'start_date' || field === 'target_date') return shortDate(String(value))
  return field === 'name' ? String(value) : undefined
}

/** "TRAIL-94 State → Todo", "3 work items State → Todo". */
function changeText(slug: string, changes: readonly ItemChange[]): string {
  const [first] = changes
  if (!first) return ''
  const field = fields.find((one) => first.after[one] !== undefined) ?? 'sort_order'
  const values = new Set(
    changes.map(({ item, after }) => valueText(slug, item, field, after[field])),
  )
  const [value] = values.size === 1 ? values : []
  const words = {
    item: changes.length === 1 ? keyIn(slug, first.item) : t('undo.items', counted(changes.length)),
    field: t(`undo.field.${field}`),
  }
  return value ? t('undo.change', { ...words, value }) : t('undo.change_of', words)
}

const backAgain = (slug: string, direction: Direction) => {
  const next = direction === 'undo' ? 'redo' : 'undo'
  return { label: t(`undo.${next}`), onSelect: () => void stepBack(next, slug) }
}

export function sayDone(slug: string, direction: Direction, what: string, text?: string) {
  toast({
    id,
    kind: 'success',
    title: t(`undo.${direction}_done`, { what }),
    ...(text && { text }),
    action: backAgain(slug, direction),
  })
}

/** `changes`: the inverse of the undo, so `after` is the current value. */
export function sayReverted(
  slug: string,
  direction: Direction,
  changes: readonly ItemChange[],
  skipped: readonly SkippedItem[],
) {
  const text = skipped.length > 0 ? t('undo.skipped', counted(skipped.length)) : undefined
  sayDone(slug, direction, changeText(slug, changes), text)
}

function personOf(slug: string, user_id: string | null) {
  const rows = queryClient.getQueryData(membersIn(slug).queryKey)
  if (user_id === myId()) return undefined
  return rows?.find(({ member }) => member.id === user_id)?.member.display_name
}

/** Everything in the change was changed by someone else since. */
export function saySkipped(
  slug: string,
  direction: Direction,
  changes: readonly ItemChange[],
  skipped: readonly SkippedItem[],
) {
  const [first] = skipped
  const item = changes.find((change) => change.item.id === first?.id)?.item
  sayNot(direction, reasonOf())

  function reasonOf() {
    if (!first || !item || skipped.length > 1) return t('undo.skipped', counted(skipped.length))
    const words = { item: keyIn(slug, item) }
    const field = fields.find((one) => one === first.field)
    if (!field) return t('undo.gone', words)
    const person = personOf(slug, first.changed_by)
    const changed = { ...words, field: t(`undo.the.${field}`) }
    return person ? t('undo.by', { ...changed, person }) : t('undo.elsewhere', changed)
  }
}

export const sayNot = (direction: Direction, reason: string) =>
  toast({
    id,
    kind: 'warning',
    title: t(`undo.${direction}_not_done`, { reason }),
    duration: 8_000,
  })

export const sayNotDone = (direction: Direction, error: unknown) =>
  notifyFailure(t(`undo.${direction}_failed`), error)

export function stepBackOrSay(direction: Direction, slug: string) {
  if (stepBack(direction, slug)) return
  toast({ id, kind: 'info', title: t(`undo.nothing_to_${direction}`) })
}
