import { Ellipsis, Unlink } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useAllProjects } from '#entities/project/hooks.ts'
import { useStates } from '#entities/state/hooks.ts'
import { stateIcon } from '#entities/state/state-picture.tsx'
import { useParent } from '#entities/work-item/hooks.ts'
import { itemAddress, keyOf } from '#entities/work-item/item-address.ts'
import { useItemPage } from '#entities/work-item/item-context.ts'
import { ItemLink } from '#entities/work-item/item-link.tsx'
import { useOpenKey } from '#entities/work-item/open-item.ts'
import { useSubItems } from '#features/sub-items/index.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Menu, type MenuEntry } from '#ui/overlays/menu.tsx'
import { Identifier } from '#ui/people/identifier.tsx'

/** The parent item, with a menu of its siblings. */
export function ParentStrip() {
  const { item } = useItemPage()
  if (!item.parent || item.parent.id !== item.parent_id) return null
  return <Parent parent={item.parent} />
}

interface ParentProps {
  parent: { id: string; sequence_id: number; project_id: string; name?: string }
}

function Parent({ parent }: ParentProps) {
  const { t } = useTranslation()
  const { slug, item, canChange, changeParent } = useItemPage()
  const open = useOpenKey(slug)
  const projects = useAllProjects(slug)
  const project = projects?.find(({ id }) => id === parent.project_id)
  const states = useStates(slug, parent.project_id) ?? []
  const above = useParent(slug, parent)
  const [looking, setLooking] = useState(false)
  const place = { slug, project_id: parent.project_id, id: parent.id }
  const { data: children } = useSubItems(place, looking)
  if (!project) return null
  const key = keyOf(project, parent)
  const state = states.find(({ id }) => id === above?.state_id)

  const siblings = children?.filter(({ id }) => id !== item.id)
  const siblingEntries: MenuEntry[] = !siblings
    ? [{ label: t('item.loading'), disabled: true }]
    : siblings.length === 0
      ? [{ label: t('item.no_siblings'), disabled: true }]
      : siblings.map((sibling) => {
          const home = projects?.find(({ id }) => id === sibling.project_id) ?? project
          const siblingKey = keyOf(home, sibling)
          return {
            label: sibling.name,
            hint: siblingKey,
            href: itemAddress(slug, siblingKey),
            onSelect: () => open(siblingKey),
          }
        })

  return (
    <div className="flex h-6 max-w-full items-center rounded-md border border-line pl-1.5 text-small">
      <ItemLink
        slug={slug}
        itemKey={key}
        newTab={above?.is_epic}
        className="flex items-center gap-2 hover:text-ink"
      >
        {state && stateIcon(state, states)}
        <span className="shrink-0 text-ink-3">
          <Identifier value={key} />
        </span>
        <span className="truncate">{above?.name ?? parent.name}</span>
      </ItemLink>
      <Menu
        open={looking}
        onOpenChange={setLooking}
        trigger={
          <IconButton size="sm" icon={Ellipsis} iconSize={14} label={t('item.parent_more')} />
        }
        items={[
          { heading: t('item.siblings') },
          ...siblingEntries,
          canChange && 'line',
          canChange && {
            label: t('item.remove_parent'),
            icon: Unlink,
            danger: true,
            onSelect: () => changeParent(null),
          },
        ]}
      />
    </div>
  )
}
