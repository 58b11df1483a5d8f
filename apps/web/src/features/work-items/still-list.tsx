import { useMemo } from 'react'
import { cellIn, cellKey } from '#entities/work-item-list/grouped-items.ts'
import type { LayoutProps } from '#entities/work-item-list/layout-props.ts'
import { shownGroups } from '#entities/work-item-list/shown-groups.ts'
import { WorkItemRow } from '#entities/work-item-list/work-item-row.tsx'
import { GroupHeader } from '#ui/lists/group-header.tsx'
import { inReadingOrder } from './reading-order.ts'
import { useRowContext } from './use-row-context.ts'

// More than fit on any screen.
const FIRST = 60
const still = { selects: false, onRename: () => {}, onRenamed: () => {}, attachDrag: undefined }

type StillListProps = Pick<
  LayoutProps,
  'context' | 'settings' | 'vocabulary' | 'small' | 'data' | 'folds' | 'rights' | 'actions'
>

/** The first screenful of the list, drawn while the part that scrolls and hears is on its way. */
export function StillList(props: StillListProps) {
  const { settings, vocabulary, data, folds, rights } = props
  const { display } = settings
  const context = useRowContext(props, still)
  const groups = useMemo(
    () => inReadingOrder(shownGroups(data, vocabulary, display), display, vocabulary),
    [data, vocabulary, display],
  )
  let room = FIRST
  return (
    <div inert aria-hidden className="@container min-h-0 grow overflow-hidden bg-surface">
      {groups.map((group) => {
        const open = !display.group_by || !folds.folded.has(group.id)
        const rows = open ? cellIn(data, cellKey(group.id)).items.slice(0, Math.max(0, room)) : []
        room -= rows.length + 1
        if (room < 0 && rows.length === 0) return null
        return (
          <div key={group.id}>
            <GroupHeader
              icon={group.icon}
              name={group.title}
              count={group.total}
              open={open}
              onToggle={display.group_by ? () => {} : undefined}
            />
            {rows.map((item) => (
              <WorkItemRow
                key={item.id}
                item={item}
                context={context}
                level={0}
                expanded={false}
                editing={undefined}
                tabIndex={-1}
                canChange={rights.canChange(item)}
                selected={false}
                peeked={false}
                arrived={false}
                drop={undefined}
              />
            ))}
          </div>
        )
      })}
    </div>
  )
}
