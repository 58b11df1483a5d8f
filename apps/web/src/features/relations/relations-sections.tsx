import { MEMBER, type RelationEntry } from '@cairn/contract'
import { Ellipsis, ExternalLink, Link, Plus, Unlink } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { SyncTagOf } from '#entities/frame/sync-tag.tsx'
import { useAllProjects } from '#entities/project/hooks.ts'
import { useStates } from '#entities/state/hooks.ts'
import { stateIcon } from '#entities/state/state-picture.tsx'
import { copyItemLink } from '#entities/work-item/copy-item.ts'
import { itemAddress, keyOf } from '#entities/work-item/item-address.ts'
import { placeOf, useItemPage } from '#entities/work-item/item-context.ts'
import { ItemLink } from '#entities/work-item/item-link.tsx'
import { WidgetRow, WidgetSection } from '#entities/work-item/widget-section.tsx'
import { endOf, relationId, useRemoveRelations } from '#entities/work-item-list/change-relations.ts'
import { usePeople } from '#entities/workspace/hooks.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { PriorityIcon } from '#ui/icons/priority-icon.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { AvatarGroup } from '#ui/people/avatar-group.tsx'
import { Identifier } from '#ui/people/identifier.tsx'
import { type OfferedRelation, offered, useRelations } from './hooks.ts'

/** One section per existing relation type. */
export function RelationsSections({ onAdd }: { onAdd: (type: OfferedRelation) => void }) {
  const { t } = useTranslation()
  const page = useItemPage()
  const relations = useRelations(placeOf(page))
  if (!relations) return null
  return offered
    .filter((type) => relations[type].length > 0)
    .map((type) => (
      <WidgetSection
        key={type}
        title={t(`relations.types.${type}`)}
        count={relations[type].length}
        actions={
          page.canHang && (
            <IconButton
              size="sm"
              icon={Plus}
              label={t(`relations.add_to.${type}`)}
              onClick={() => onAdd(type)}
            />
          )
        }
      >
        {relations[type].map((entry) => (
          <RelationRow key={entry.id} entry={entry} />
        ))}
      </WidgetSection>
    ))
}

function RelationRow({ entry }: { entry: RelationEntry }) {
  const { t } = useTranslation()
  const page = useItemPage()
  const { slug } = page
  const project = useAllProjects(slug)?.find(({ id }) => id === entry.project_id)
  const states = useStates(slug, entry.project_id) ?? []
  const people = usePeople(slug)
  const remove = useRemoveRelations(slug)
  const state = states.find(({ id }) => id === entry.state_id)
  const assigned = entry.assignee_ids.flatMap((id) => people.get(id) ?? [])
  if (!project) return null
  const key = keyOf(project, entry)
  const mayRemove = page.canHang && (project.member_role ?? 0) >= MEMBER

  return (
    <WidgetRow
      icon={state && stateIcon(state, states, state.name)}
      meta={
        <span className="flex items-center gap-2">
          <SyncTagOf id={relationId(page.item.id, entry.id)} />
          {entry.priority !== 'none' && (
            <PriorityIcon
              priority={entry.priority}
              label={t(`pickers.priorities.${entry.priority}`)}
            />
          )}
          {assigned.length > 0 && <AvatarGroup people={assigned} />}
        </span>
      }
      actions={
        <Menu
          align="end"
          trigger={<IconButton size="sm" icon={Ellipsis} label={t('relations.more', { key })} />}
          items={[
            {
              label: t('relations.open'),
              icon: ExternalLink,
              onSelect: () => void window.open(itemAddress(slug, key), '_blank', 'noopener'),
            },
            {
              label: t('relations.copy_link'),
              icon: Link,
              onSelect: () => void copyItemLink(slug, key),
            },
            mayRemove && 'line',
            mayRemove && {
              label: t('relations.remove'),
              icon: Unlink,
              danger: true,
              onSelect: () =>
                remove.mutate({
                  ...{ own: endOf(page.item), type: entry.relation_type, others: [endOf(entry)] },
                }),
            },
          ]}
        />
      }
    >
      <ItemLink
        slug={slug}
        itemKey={key}
        newTab={entry.is_epic}
        className="flex items-center gap-2"
      >
        <span className="min-w-16 shrink-0 text-small text-ink-3">
          <Identifier value={key} />
        </span>
        <span className="truncate">{entry.name}</span>
      </ItemLink>
    </WidgetRow>
  )
}
