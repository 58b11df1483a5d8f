import { canChangeWorkItem, canRemoveWorkItem, MEMBER, type WorkItem } from '@cairn/contract'
import {
  CalendarCheck2,
  CalendarClock,
  ChevronRight,
  Ellipsis,
  Link,
  Pencil,
  Shapes,
  Tag,
  Trash2,
  Unlink,
} from 'lucide-react'
import { type ComponentProps, Suspense, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useMe } from '#entities/account/hooks.ts'
import { useShell } from '#entities/frame/shell-context.ts'
import { SyncTagOf } from '#entities/frame/sync-tag.tsx'
import { useLabels } from '#entities/label/hooks.ts'
import { useAllProjects } from '#entities/project/hooks.ts'
import { useStates } from '#entities/state/hooks.ts'
import { stateIcon } from '#entities/state/state-picture.tsx'
import { copyItemLink } from '#entities/work-item/copy-item.ts'
import { DueDatePicker, StartDatePicker } from '#entities/work-item/date-pickers.tsx'
import { isLate } from '#entities/work-item/due.ts'
import { keyOf } from '#entities/work-item/item-address.ts'
import { ItemLink } from '#entities/work-item/item-link.tsx'
import type { ItemPatch } from '#entities/work-item/item-patch.ts'
import { ItemTypePicker } from '#entities/work-item/item-type-picker.tsx'
import { LabelsPicker } from '#entities/work-item/labels-picker.tsx'
import { MembersPicker } from '#entities/work-item/members-picker.tsx'
import { PriorityPicker } from '#entities/work-item/priority-picker.tsx'
import { StatePicker } from '#entities/work-item/state-picker.tsx'
import { useChangeParent } from '#entities/work-item-list/change-parent.ts'
import { useChangeWorkItem } from '#entities/work-item-list/use-item-actions.ts'
import { useTypes } from '#entities/work-item-type/hooks.ts'
import { TypeIcon } from '#entities/work-item-type/type-icon.tsx'
import { usePeople } from '#entities/workspace/hooks.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { longDate, shortDate } from '#ui/dates/day.ts'
import { toast } from '#ui/feedback/toast.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { PriorityIcon } from '#ui/icons/priority-icon.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { Tooltip } from '#ui/overlays/tooltip.tsx'
import { AvatarGroup } from '#ui/people/avatar-group.tsx'
import { Chip, Dot } from '#ui/people/badge.tsx'
import { Identifier } from '#ui/people/identifier.tsx'
import { lazy } from '#ui/platform/lazy.ts'
import { classNames } from '#ui/theme/class-names.ts'
import { useSubItems } from './hooks.ts'
import { hasFolds, type SubItemProperty } from './sub-item-view.ts'

const ItemDialogs = lazy(() => import('#entities/work-item-list/item-dialogs.tsx'))

/** Buttons for empty values are visible on hover and focus; their space is reserved where there is any. */
const untilHover =
  'until-hover text-ink-3 max-xl:hidden group-focus-within/line:opacity-100 group-hover/line:opacity-100 aria-expanded:opacity-100'

interface ItemRef {
  slug: string
  project_id: string
  id: string
}

interface SubItemRowProps {
  parent: ItemRef
  item: WorkItem
  hidden: readonly SubItemProperty[]
  /** Some siblings have sub-items: reserves the space for the chevron. */
  folds: boolean
  level?: number
  /** Ids of its ancestors: an item below itself is not expanded again. */
  above?: readonly string[]
}

export function SubItemRow({
  parent,
  item,
  hidden,
  folds,
  level = 0,
  above = [],
}: SubItemRowProps) {
  const { t } = useTranslation()
  const { slug } = parent
  const { id: user_id } = useMe()
  const { createWorkItem } = useShell()
  const project = useAllProjects(slug)?.find(({ id }) => id === item.project_id)
  const states = useStates(slug, item.project_id) ?? []
  const change = useChangeWorkItem(slug)
  const parents = useChangeParent(slug)
  const people = usePeople(slug)
  const known = useLabels(slug, item.project_id)
  const types = useTypes(slug)
  const [expanded, setExpanded] = useState(false)
  const [deleting, setDeleting] = useState<boolean>()
  if (!project) return null

  const key = keyOf(project, item)
  const state = states.find(({ id }) => id === item.state_id)
  const caller = { user_id, project_role: project.member_role ?? 0 }
  const disabled = !canChangeWorkItem(caller, item)
  const labels = item.label_ids.flatMap((id) => known.get(id) ?? [])
  const assigned = item.assignee_ids.flatMap((id) => people.get(id) ?? [])
  const canDetach = caller.project_role >= MEMBER
  const shows = (property: SubItemProperty) => !hidden.includes(property)
  const foldable = item.sub_issues_count > 0 && !above.includes(item.id)
  const set = (patch: ItemPatch) => change.mutate({ item, patch })
  const own = { slug, project_id: item.project_id }
  const hasTypes = project.type_ids.length > 0
  const type = types?.find(({ id }) => id === item.type_id)

  return (
    <li>
      <div
        style={{ paddingLeft: 8 + level * 22 }}
        className="group/line -mx-2 flex min-h-8 items-center gap-2 rounded-md pr-2 [--row-bg:var(--surface)] hover:bg-hover hover:[--row-bg:var(--hover)] max-md:min-h-11"
      >
        {foldable ? (
          <button
            type="button"
            aria-expanded={expanded}
            aria-label={t('sub_items.expand', { key })}
            onClick={() => setExpanded(!expanded)}
            className="hit -ml-1 rounded-xs text-ink-3 hover:text-ink"
          >
            <Icon
              of={ChevronRight}
              size={14}
              className={classNames(
                'transition-transform duration-(--time-base)',
                expanded && 'rotate-90',
              )}
            />
          </button>
        ) : (
          folds && <span className="-ml-1 w-3.5" />
        )}
        {shows('state') && (
          <StatePicker
            {...own}
            value={item.state_id}
            onChange={(state_id) => state_id && set({ state_id })}
            trigger={
              <RowButton
                label={t('sub_items.state_of', { key, state: state?.name })}
                disabled={disabled}
              >
                {state && stateIcon(state, states)}
              </RowButton>
            }
          />
        )}
        {shows('type') && hasTypes && !item.is_epic && (
          <ItemTypePicker
            slug={slug}
            item={item}
            disabled={disabled}
            onChange={set}
            trigger={
              <RowButton
                label={
                  type
                    ? t('sub_items.type_of', { key, type: type.name })
                    : t('sub_items.add_type_to', { key })
                }
                disabled={disabled}
                className={classNames('grid size-4 place-items-center', !type && untilHover)}
              >
                {type ? <TypeIcon type={type} /> : <Icon of={Shapes} size={14} />}
              </RowButton>
            }
          />
        )}
        <ItemLink
          slug={slug}
          itemKey={key}
          newTab={item.is_epic}
          className="flex grow items-center gap-2 self-stretch"
        >
          {shows('key') && (
            <span className="min-w-16 shrink-0 text-small text-ink-3 max-md:hidden">
              <Identifier value={key} />
            </span>
          )}
          <Tooltip label={item.name}>
            <span className="truncate">{item.name}</span>
          </Tooltip>
        </ItemLink>
        <SyncTagOf id={item.id} />
        <span className="until-hover group-focus-within/line:opacity-100 group-hover/line:opacity-100 has-aria-expanded:opacity-100">
          <Menu
            align="end"
            trigger={<IconButton size="sm" icon={Ellipsis} label={t('sub_items.more', { key })} />}
            items={[
              !disabled && {
                label: t('sub_items.edit'),
                icon: Pencil,
                onSelect: () => createWorkItem?.({ item }),
              },
              {
                label: t('sub_items.copy_link'),
                icon: Link,
                onSelect: () => void copyItemLink(slug, key),
              },
              canDetach && {
                label: t('sub_items.detach'),
                icon: Unlink,
                onSelect: () =>
                  parents.change([item], null, {
                    onSuccess: () =>
                      toast({ kind: 'success', title: t('sub_items.detached', { key }) }),
                  }),
              },
              canRemoveWorkItem(caller, item) && 'line',
              canRemoveWorkItem(caller, item) && {
                label: t('sub_items.delete'),
                icon: Trash2,
                danger: true,
                onSelect: () => setDeleting(true),
              },
            ]}
          />
        </span>
        {shows('labels') && (labels.length > 0 || !disabled) && (
          <LabelsPicker
            {...own}
            align="end"
            value={item.label_ids}
            onChange={(ids) => set({ label_ids: [...ids] })}
            trigger={
              <RowButton
                label={
                  labels.length > 0
                    ? t('sub_items.labels_of', {
                        key,
                        names: labels.map(({ name }) => name).join(', '),
                      })
                    : t('sub_items.add_labels_to', { key })
                }
                disabled={disabled}
                className={classNames('max-md:hidden', labels.length === 0 && untilHover)}
              >
                {labels[0] ? (
                  <Chip>
                    <Dot colour={labels[0].color} />
                    <span className="max-w-24 truncate">{labels[0].name}</span>
                    {labels.length > 1 && <span>+{labels.length - 1}</span>}
                  </Chip>
                ) : (
                  <Icon of={Tag} size={14} />
                )}
              </RowButton>
            }
          />
        )}
        {shows('start_date') && (item.start_date || !disabled) && (
          <StartDatePicker
            align="end"
            value={item.start_date}
            other={item.target_date}
            onChange={(start_date) => set({ start_date })}
            trigger={
              <RowButton
                label={
                  item.start_date
                    ? t('sub_items.start_of', { key, date: longDate(item.start_date) })
                    : t('sub_items.add_start_to', { key })
                }
                disabled={disabled}
                className={classNames(
                  'text-small text-ink-2 tabular-nums max-md:hidden',
                  !item.start_date && untilHover,
                )}
              >
                {item.start_date ? (
                  shortDate(item.start_date)
                ) : (
                  <Icon of={CalendarClock} size={14} />
                )}
              </RowButton>
            }
          />
        )}
        {shows('due_date') && (item.target_date || !disabled) && (
          <DueDatePicker
            align="end"
            value={item.target_date}
            other={item.start_date}
            onChange={(target_date) => set({ target_date })}
            trigger={
              <RowButton
                label={
                  item.target_date
                    ? t('sub_items.due_of', { key, date: longDate(item.target_date) })
                    : t('sub_items.add_due_to', { key })
                }
                disabled={disabled}
                className={classNames(
                  'text-small tabular-nums max-md:hidden',
                  isLate(item) ? 'overdue' : 'text-ink-2',
                  !item.target_date && untilHover,
                )}
              >
                {item.target_date ? (
                  shortDate(item.target_date)
                ) : (
                  <Icon of={CalendarCheck2} size={14} />
                )}
              </RowButton>
            }
          />
        )}
        {shows('priority') && (
          <PriorityPicker
            align="end"
            value={item.priority}
            onChange={(priority) => set({ priority })}
            trigger={
              <RowButton
                label={t('sub_items.priority_of', {
                  key,
                  priority: t(`pickers.priorities.${item.priority}`),
                })}
                disabled={disabled}
                className="max-md:hidden"
              >
                <PriorityIcon priority={item.priority} />
              </RowButton>
            }
          />
        )}
        {shows('assignee') && (
          <MembersPicker
            {...own}
            align="end"
            value={item.assignee_ids}
            onChange={(ids) => set({ assignee_ids: [...ids] })}
            trigger={
              <RowButton
                label={t('sub_items.assignees_of', {
                  key,
                  names: assigned.map(({ name }) => name).join(', ') || t('sub_items.nobody'),
                })}
                disabled={disabled}
                className="flex min-w-5 justify-end"
              >
                <AvatarGroup people={assigned} tooltip={false} />
              </RowButton>
            }
          />
        )}
      </div>
      {expanded && (
        <SubItemsBelow
          place={{ ...own, id: item.id }}
          hidden={hidden}
          level={level + 1}
          above={[...above, parent.id, item.id]}
        />
      )}
      {deleting !== undefined && (
        <Suspense>
          <ItemDialogs
            slug={slug}
            name={key}
            item={item}
            action="remove"
            open={deleting}
            onClose={() => setDeleting(false)}
          />
        </Suspense>
      )}
    </li>
  )
}

interface RowButtonProps extends ComponentProps<'button'> {
  /**
   * The full value, for screen readers and the tooltip: the button shows an icon or a short date.
   */
  label: string
}

/** A value in its column: the picker opens below it. */
function RowButton({ label, className, ...rest }: RowButtonProps) {
  return (
    <Tooltip label={label}>
      <button
        type="button"
        {...rest}
        aria-label={label}
        className={classNames('hit shrink-0 rounded-sm', className)}
      />
    </Tooltip>
  )
}

interface SubItemsBelowProps {
  place: ItemRef
  hidden: readonly SubItemProperty[]
  level: number
  above: readonly string[]
}

function SubItemsBelow({ place, hidden, level, above }: SubItemsBelowProps) {
  const { data: items } = useSubItems(place)
  const folds = hasFolds(items ?? [])
  return (
    <ul>
      {items?.map((item) => (
        <SubItemRow
          key={item.id}
          parent={place}
          item={item}
          hidden={hidden}
          folds={folds}
          level={level}
          above={above}
        />
      ))}
    </ul>
  )
}
