import type { WorkItem } from '@cairn/contract'
import { Ellipsis } from 'lucide-react'
import { memo, useEffect, useRef, useState } from 'react'
import type { SyncMark } from '#data/outbox-state.ts'
import { SyncTag } from '#entities/frame/sync-tag.tsx'
import { archivedItemAddress, itemAddress } from '#entities/work-item/item-address.ts'
import { Checkbox } from '#ui/controls/checkbox.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { ListRow } from '#ui/lists/list-row.tsx'
import { noHover } from '#ui/platform/no-hover.ts'
import { classNames } from '#ui/theme/class-names.ts'
import { isDraft, keyText } from './is-draft.ts'
import { RenameField } from './rename-field.tsx'
import type { RowContext } from './row-context.ts'
import {
  assigneesOf,
  countsOf,
  cycleOf,
  datesOf,
  Expander,
  estimateOf,
  labelsOf,
  MobileMeta,
  modulesOf,
  typeOf,
  Value,
} from './row-values.tsx'
import type { Opens } from './use-row-actions.ts'

export type DropEdge = 'before' | 'after'

interface WorkItemRowProps {
  item: WorkItem
  context: RowContext
  level: number
  /** Its children are shown below it. */
  expanded: boolean
  /** What is being edited or open in this row. */
  editing: Opens | 'name' | undefined
  tabIndex: 0 | -1
  canChange: boolean
  selected: boolean
  peeked: boolean
  /** Just dropped here. */
  arrived: boolean
  /** A change is not on the server yet, or needs a decision. */
  mark?: SyncMark | undefined
  /** Where an item dragged over it would go. */
  drop: DropEdge | undefined
}

/**
 * Plain elements with only one handler: rows are mounted and unmounted by the hundred while
 * scrolling, so their list handles their actions (see `use-row-actions.ts`).
 */
export const WorkItemRow = memo(function WorkItemRow(props: WorkItemRowProps) {
  const { item, context, level, expanded, editing, tabIndex, canChange, selected, drop } = props
  const { t, small, shows, attachDrag } = context
  // Only the hovered or focused row has a menu and a checkbox, and can be dragged.
  const [lively, setLively] = useState(false)
  const equipped = lively || (noHover && !small)
  const wake = lively ? undefined : () => setLively(true)
  const row = useRef<HTMLDivElement>(null)
  const draft = isDraft(item)
  const isSending = draft && !props.mark
  const identifier = draft ? undefined : keyText(context.identifiers.get(item.project_id), item)
  const state = context.states.get(item.state_id)
  const priority = context.priorities.get(item.priority)
  const fixed = !canChange
  const carried = lively && !fixed && level === 0
  const drawn = { item, context, editing, fixed, lively }

  useEffect(() => {
    if (carried && row.current) return attachDrag?.(row.current)
    return undefined
  }, [carried, attachDrag])

  return (
    <ListRow
      ref={row}
      inList
      data-row=""
      data-item={item.id}
      role="group"
      aria-label={identifier ? `${identifier} ${item.name}` : item.name}
      aria-busy={isSending || undefined}
      tabIndex={tabIndex}
      level={level}
      selected={selected}
      peeked={props.peeked}
      arrived={props.arrived}
      // Move, not enter: rows that scroll by under a resting pointer do not change.
      onPointerMove={wake}
      onFocus={wake}
      className={classNames(
        isSending && 'pulse',
        drop === 'before' && 'shadow-[inset_0_2px_0_var(--accent)]',
        drop === 'after' && 'shadow-[inset_0_-2px_0_var(--accent)]',
      )}
      selectable={context.selects && !draft}
      checkbox={
        context.selects &&
        !draft &&
        (equipped || selected) && (
          <span data-check="" className="inline-grid">
            <Checkbox
              checked={selected}
              readOnly
              tabIndex={-1}
              aria-label={t('work_items.select', { name: item.name })}
            />
          </span>
        )
      }
      state={
        shows.state && state ? (
          <Value opens="state" label={state.label} fixed={fixed} open={editing === 'state'}>
            {state.icon && <Icon of={state.icon} />}
          </Value>
        ) : undefined
      }
      identifier={shows.key ? (identifier ?? (props.mark && t('work_items.new'))) : undefined}
      type={typeOf(drawn)}
      expander={item.sub_issues_count > 0 && !item.is_epic && <Expander open={expanded} t={t} />}
      name={
        editing === 'name' ? (
          <RenameField
            name={item.name}
            onSave={(name) => context.onRename(item, name)}
            onClose={context.onRenamed}
          />
        ) : identifier && !item.is_draft ? (
          <a
            href={
              item.archived_at
                ? archivedItemAddress(context.slug, item.project_id, item.id)
                : itemAddress(context.slug, identifier)
            }
            tabIndex={-1}
            draggable={false}
            data-tip={item.name.length > 60 ? item.name : undefined}
          >
            {item.name}
          </a>
        ) : (
          item.name
        )
      }
      counts={countsOf(drawn)}
      labels={labelsOf(drawn)}
      module={modulesOf(drawn)}
      cycle={cycleOf(drawn)}
      estimate={estimateOf(drawn)}
      priority={
        shows.priority && priority ? (
          <Value
            opens="priority"
            label={priority.label}
            fixed={fixed}
            open={editing === 'priority'}
          >
            {priority.icon && <Icon of={priority.icon} />}
          </Value>
        ) : undefined
      }
      date={datesOf(drawn)}
      assignees={assigneesOf(drawn)}
      mark={props.mark && <SyncTag mark={props.mark} />}
      mobileMeta={small && <MobileMeta item={item} context={context} identifier={identifier} />}
      menu={
        !draft && equipped ? (
          <IconButton
            size="sm"
            icon={Ellipsis}
            label={t('work_items.more')}
            tabIndex={-1}
            data-opens="menu"
            aria-haspopup="menu"
            aria-expanded={editing === 'menu'}
          />
        ) : (
          isSending && <Spinner size={14} />
        )
      }
    />
  )
})
