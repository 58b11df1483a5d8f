import type { WorkItem } from '@cairn/contract'
import { Plus } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { type TextKey, useTranslation } from '#data/i18n.ts'
import { useMe } from '#entities/account/hooks.ts'
import { PlannedProgress } from '#entities/progress/planned-progress.tsx'
import { useStates } from '#entities/state/hooks.ts'
import { stateIcon } from '#entities/state/state-picture.tsx'
import { placeOf, useItemPage } from '#entities/work-item/item-context.ts'
import { WidgetSection } from '#entities/work-item/widget-section.tsx'
import { QuickAdd } from '#entities/work-item-list/quick-add.tsx'
import { addWorkItem } from '#entities/work-item-list/use-item-actions.ts'
import { usePeople } from '#entities/workspace/hooks.ts'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { ProgressRing } from '#ui/feedback/progress.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { PriorityIcon } from '#ui/icons/priority-icon.tsx'
import { SkeletonRows } from '#ui/lists/skeleton-rows.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { Avatar, NoAvatar } from '#ui/people/avatar.tsx'
import { groupedNumber } from '#ui/platform/number.ts'
import { useStored } from '#ui/platform/stored.ts'
import { useSubItems } from './hooks.ts'
import { DisplayMenu, FilterMenu } from './sub-item-menus.tsx'
import { SubItemRow } from './sub-item-row.tsx'
import {
  arrange,
  countedByGroup,
  defaultEpicView,
  defaultView,
  doneOf,
  hasFolds,
  type SubItemGroup,
  type SubItemGrouping,
  type SubItemView,
} from './sub-item-view.ts'

interface SubItemsSectionProps {
  onCreate: () => void
  onAddExisting: () => void
}

/** Two entries, for the button above all sections and the "+" of this one. */
export function useSubItemEntries({ onCreate, onAddExisting }: SubItemsSectionProps) {
  const { t } = useTranslation()
  return [
    { label: t('sub_items.create'), onSelect: onCreate },
    { label: t('sub_items.add_existing'), onSelect: onAddExisting },
  ]
}

export function SubItemsSection(props: SubItemsSectionProps) {
  const { t } = useTranslation()
  const page = useItemPage()
  const { slug, item, project, canHang } = page
  const place = placeOf(page)
  const expected = item.sub_issues_count > 0
  const { data: items } = useSubItems(place)
  const states = useStates(slug, project.id) ?? []
  const people = usePeople(slug)
  const entries = useSubItemEntries(props)
  const { is_epic } = item
  const first = is_epic ? defaultEpicView : defaultView
  const [stored, setView] = useStored<SubItemView>(
    is_epic ? 'cairn.epic-items' : 'cairn.sub-items',
    first,
  )
  // A view stored by an older version may lack fields.
  const view = { ...first, ...stored, filters: { ...first.filters, ...stored.filters } }
  const { id: me } = useMe()
  /** The group in which a new item is being added, or `END` below all of them. */
  const [adding, setAdding] = useState<string>()
  useScrollTo('sub-issues', items !== undefined)
  if (!is_epic && (items ? items.length === 0 : !expected)) return null

  const groups = arrange(items ?? [], view, states)
  const done = doneOf(items ?? [])
  const folds = hasFolds(items ?? [])
  const total = items?.length ?? item.sub_issues_count
  const busy = new Set(items?.flatMap(({ assignee_ids }) => assignee_ids))
  const clear = () => setView({ ...view, filters: defaultView.filters })
  const isByState = view.group_by === 'state'
  const quickAdd = (at: string) => (
    <QuickAdd
      open={adding === at}
      onOpenChange={(open) => setAdding(open ? at : undefined)}
      onAdd={(name) =>
        addWorkItem(
          slug,
          { name, parent_id: item.id, ...(at !== END && { state_id: at }) },
          { project_id: project.id, created_by: me, states },
        )
      }
      className="-mx-2 w-[calc(100%+16px)]! rounded-md border-0! px-2! [&>span:first-child]:hidden"
    />
  )

  const section = (
    <WidgetSection
      id="sub-issues"
      title={t(is_epic ? 'sub_items.title_of_epic' : 'sub_items.title')}
      count={is_epic ? total : undefined}
      progress={
        !is_epic &&
        items && (
          <span className="flex items-center gap-1.5 text-ink-3 tabular-nums">
            <ProgressRing
              size={14}
              share={total > 0 ? done / total : 0}
              label={t('sub_items.progress')}
            />
            {t('sub_items.done', { done, total })}
          </span>
        )
      }
      actions={
        <>
          <FilterMenu
            view={view}
            onChange={setView}
            states={states}
            people={[...people.values()].filter(({ id }) => busy.has(id))}
          />
          <DisplayMenu view={view} onChange={setView} hasTypes={project.type_ids.length > 0} />
          {canHang && (
            <Menu
              align="end"
              trigger={<IconButton size="sm" icon={Plus} label={t('sub_items.add')} />}
              items={entries}
            />
          )}
        </>
      }
    >
      {!items && <SkeletonRows count={5} />}
      {items && items.length > 0 && groups.length === 0 && (
        <p className="flex flex-wrap items-center gap-2 py-2 text-ink-2">
          {t('sub_items.no_match')}
          <Button size="sm" onClick={clear}>
            {t('sub_items.clear_filters')}
          </Button>
        </p>
      )}
      {groups.map((group) => (
        <div key={group.id ?? ''}>
          {view.group_by !== 'none' && (
            <GroupName
              group={group}
              by={view.group_by}
              slug={slug}
              project_id={project.id}
              onAdd={
                is_epic && canHang && isByState && group.id ? () => setAdding(group.id) : undefined
              }
            />
          )}
          <LimitedRows items={group.items}>
            {(child) => (
              <SubItemRow
                key={child.id}
                parent={place}
                item={child}
                hidden={view.hidden}
                folds={folds}
              />
            )}
          </LimitedRows>
          {group.id && adding === group.id && quickAdd(group.id)}
        </div>
      ))}
      {is_epic && canHang && quickAdd(END)}
    </WidgetSection>
  )
  if (!is_epic) return section
  return (
    <>
      <div className="mt-6">
        <PlannedProgress counts={countedByGroup(items ?? [])} />
      </div>
      <div className="mt-6">{section}</div>
    </>
  )
}

/** Not the id of any state. */
const END = 'end'

const ROWS = 50

/** Does not render a thousand rows at once. */
function LimitedRows({ items, children }: LimitedRowsProps) {
  const { t } = useTranslation()
  const [limit, setLimit] = useState(ROWS)
  const missing = items.length - limit
  return (
    <>
      <ul>{items.slice(0, limit).map(children)}</ul>
      {missing > 0 && (
        <Button size="sm" variant="ghost" onClick={() => setLimit(limit + ROWS * 4)}>
          {t('sub_items.show_more', { count: missing, number: groupedNumber(missing) })}
        </Button>
      )}
    </>
  )
}

interface LimitedRowsProps {
  items: readonly WorkItem[]
  children: (item: WorkItem) => ReactNode
}

/** A URL that ends in `#sub-issues` scrolls to them once they are loaded. */
function useScrollTo(id: string, ready: boolean) {
  useEffect(() => {
    if (ready && location.hash === `#${id}`) document.getElementById(id)?.scrollIntoView()
  }, [id, ready])
}

interface GroupNameProps {
  group: SubItemGroup
  by: SubItemGrouping
  slug: string
  project_id: string
  /** Adds an item in this group. */
  onAdd: (() => void) | undefined
}

function GroupName({ group: { id, items }, by, slug, project_id, onAdd }: GroupNameProps) {
  const { t } = useTranslation()
  const states = useStates(slug, project_id) ?? []
  const person = usePeople(slug).get(id ?? '')
  const state = states.find((one) => one.id === id)
  const look = {
    none: { icon: <NoAvatar size={16} />, name: '' },
    state: {
      icon: state ? stateIcon(state, states) : <NoAvatar size={16} />,
      name: state?.name ?? t('sub_items.other_states'),
    },
    priority: {
      icon: <PriorityIcon priority={(id ?? 'none') as 'none'} />,
      name: t(`pickers.priorities.${id ?? 'none'}` as TextKey),
    },
    assignees: {
      icon: person ? <Avatar person={person} size={16} tooltip={false} /> : <NoAvatar size={16} />,
      name: person?.name ?? t('sub_items.nobody'),
    },
  }[by]
  return (
    <h3 className="mt-1 flex h-7 items-center gap-2 font-medium">
      <Icon of={look.icon} />
      {look.name}
      <span className="font-normal text-ink-3 tabular-nums">{groupedNumber(items.length)}</span>
      {onAdd && (
        <span className="ml-auto">
          <IconButton
            size="sm"
            icon={Plus}
            label={t('work_items.add_to', { group: look.name })}
            onClick={onAdd}
          />
        </span>
      )}
    </h3>
  )
}
