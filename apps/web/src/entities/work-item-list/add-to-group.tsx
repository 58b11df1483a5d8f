import { Plus } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Menu } from '#ui/overlays/menu.tsx'

interface AddToGroupProps {
  /** The group's name. */
  name: string
  onCreate: () => void
  /** Set if existing items can be added. */
  onAddExisting: (() => void) | undefined
}

/** The "+" of a group: adds a new item, and in a cycle or module also an existing one. */
export function AddToGroup({ name, onCreate, onAddExisting }: AddToGroupProps) {
  const { t } = useTranslation()
  const label = t('work_items.add_to', { group: name })
  if (!onAddExisting) return <IconButton size="sm" icon={Plus} label={label} onClick={onCreate} />
  return (
    <Menu
      align="end"
      trigger={<IconButton size="sm" icon={Plus} label={label} />}
      items={[
        { label: t('work_items.create'), onSelect: onCreate },
        { label: t('work_items.add_existing'), onSelect: onAddExisting },
      ]}
    />
  )
}
