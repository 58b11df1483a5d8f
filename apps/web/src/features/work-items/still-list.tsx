import { Plus } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from '#data/i18n.ts'
import type { LayoutProps } from '#entities/work-item-list/layout-props.ts'
import { QuickAddButton } from '#entities/work-item-list/quick-add-button.tsx'
import { type Row, toRows } from '#entities/work-item-list/rows.ts'
import { WorkItemRow } from '#entities/work-item-list/work-item-row.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { GroupHeader } from '#ui/lists/group-header.tsx'
import { useSavedScroll, useTabState } from '#ui/platform/tab-state.ts'
import { useReadingGroups } from './reading-order.ts'
import { maySelect, useRowContext } from './use-row-context.ts'

// More than fit on any screen.
const FIRST = 60
const HEIGHT = 36
const nothing = () => {}
const unfolded: ReadonlySet<string> = new Set()
const childless = new Map<string, undefined>()
const noneChosen: readonly string[] = []
const nothingAsked: Readonly<Record<string, number>> = {}

type StillListProps = Pick<
  LayoutProps,
  'context' | 'settings' | 'references' | 'small' | 'data' | 'folds' | 'rights' | 'actions'
>

/**
 * The visible rows of the list, rendered while the interactive list is being loaded: the same rows
 * in the same places, so that nothing moves.
 */
export function StillList(props: StillListProps) {
  const { context, settings, references, data, folds, rights, actions, small } = props
  const { t } = useTranslation()
  const { display } = settings
  const selects = maySelect(context, references, small)
  const rowContext = useRowContext(props, {
    ...{ selects, onRename: nothing, onRenamed: nothing, attachDrag: undefined },
  })
  const [chosen] = useTabState('chosen', noneChosen)
  const [asked] = useTabState('asked', nothingAsked)
  const { top } = useSavedScroll('rows')
  const { groups, subGroups } = useReadingGroups(data, references, display)
  const rows = useMemo(
    () =>
      toRows(data, {
        groups,
        subGroups,
        folded: display.group_by ? folds.folded : unfolded,
        foldedCells: folds.foldedLanes,
        addable: actions.add !== undefined,
        children: childless,
        asked: display.group_by ? new Map(Object.entries(asked)) : undefined,
      }),
    [data, groups, subGroups, display, folds.folded, folds.foldedLanes, actions.add, asked],
  )
  // Rows on a phone have varying heights and are rendered from the first on.
  const first = small ? 0 : Math.min(Math.floor(top / HEIGHT), Math.max(0, rows.length - 1))
  const stuck = rows.slice(0, first + 1).findLast(({ kind }) => kind === 'group')

  function draw(row: Row) {
    if (row.kind === 'add') return <QuickAddButton onOpen={nothing} />
    // Nearly always below the visible rows; the list renders them in the same place.
    if (row.kind === 'gap' || row.kind === 'more') return <div className="h-9 max-md:h-12" />
    if (row.kind === 'group') {
      const { icon, title, total, payload } = row.group
      return (
        <GroupHeader
          icon={icon}
          name={title}
          count={total}
          open={row.open}
          onToggle={display.group_by ? nothing : undefined}
          actions={
            actions.create &&
            payload && (
              <IconButton size="sm" icon={Plus} label={t('work_items.add_to', { group: title })} />
            )
          }
        />
      )
    }
    if (row.kind === 'subgroup') {
      const { icon, title, total } = row.subGroup
      return (
        <GroupHeader
          inner
          icon={icon}
          name={title}
          count={total}
          open={row.open}
          onToggle={nothing}
        />
      )
    }
    return (
      <WorkItemRow
        item={row.item}
        context={rowContext}
        level={0}
        expanded={false}
        editing={undefined}
        tabIndex={-1}
        canChange={rights.canChange(row.item)}
        selected={selects && chosen.includes(row.item.id)}
        peeked={false}
        arrived={false}
        drop={undefined}
      />
    )
  }

  return (
    <div inert aria-hidden className="@container relative min-h-0 grow overflow-hidden bg-surface">
      <div style={small ? undefined : { marginTop: first * HEIGHT - top }}>
        {rows.slice(first, first + FIRST).map((row) => (
          <div key={row.key}>{draw(row)}</div>
        ))}
      </div>
      {stuck && first > 0 && <div className="absolute inset-x-0 top-0">{draw(stuck)}</div>}
    </div>
  )
}
