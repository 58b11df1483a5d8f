import { Plus } from 'lucide-react'
import { useEffect } from 'react'
import { type TextKey, useTranslation } from '#data/i18n.ts'
import { useStates } from '#entities/state/hooks.ts'
import { stateIcon } from '#entities/state/state-picture.tsx'
import { placeOf, useItemPage } from '#entities/work-item/item-context.ts'
import { WidgetSection } from '#entities/work-item/widget-section.tsx'
import { usePeople } from '#entities/workspace/hooks.ts'
import { Button } from '#ui/controls/button.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { ProgressRing } from '#ui/feedback/progress.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { PriorityIcon } from '#ui/icons/priority-icon.tsx'
import { SkeletonRows } from '#ui/lists/skeleton-rows.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { Avatar, NoAvatar } from '#ui/people/avatar.tsx'
import { useStored } from '#ui/platform/stored.ts'
import { EpicProgress } from './epic-progress.tsx'
import { useSubItems } from './hooks.ts'
import { DisplayMenu, FilterMenu } from './sub-item-menus.tsx'
import { SubItemRow } from './sub-item-row.tsx'
import {
  arrange,
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
  const [stored, setView] = useStored<SubItemView>('cairn.sub-items', defaultView)
  // What an older version kept may lack something.
  const view = { ...defaultView, ...stored, filters: { ...defaultView.filters, ...stored.filters } }
  useScrollTo('sub-issues', items !== undefined)
  if (items ? items.length === 0 : !expected) return null

  const groups = arrange(items ?? [], view, states)
  const done = doneOf(items ?? [])
  const folds = hasFolds(items ?? [])
  const total = items?.length ?? item.sub_issues_count
  const busy = new Set(items?.flatMap(({ assignee_ids }) => assignee_ids))
  const clear = () => setView({ ...view, filters: defaultView.filters })

  return (
    <WidgetSection
      id="sub-issues"
      title={t(item.is_epic ? 'sub_items.title_of_epic' : 'sub_items.title')}
      progress={
        <span className="flex items-center gap-1.5 text-ink-3 tabular-nums">
          <ProgressRing
            size={14}
            share={total > 0 ? done / total : 0}
            label={t('sub_items.progress')}
          />
          {t('sub_items.done', { done, total })}
        </span>
      }
      actions={
        <>
          <FilterMenu
            view={view}
            onChange={setView}
            states={states}
            people={[...people.values()].filter(({ id }) => busy.has(id))}
          />
          <DisplayMenu view={view} onChange={setView} />
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
      {item.is_epic && items && <EpicProgress items={items} />}
      {!items && <SkeletonRows count={5} />}
      {items && groups.length === 0 && (
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
            <GroupName group={group} by={view.group_by} slug={slug} project_id={project.id} />
          )}
          <ul>
            {group.items.map((child) => (
              <SubItemRow
                key={child.id}
                parent={place}
                item={child}
                hidden={view.hidden}
                folds={folds}
              />
            ))}
          </ul>
        </div>
      ))}
    </WidgetSection>
  )
}

/** An address that ends in `#sub-issues` leads to them, once they are there. */
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
}

function GroupName({ group: { id, items }, by, slug, project_id }: GroupNameProps) {
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
      <span className="font-normal text-ink-3 tabular-nums">{items.length}</span>
    </h3>
  )
}
