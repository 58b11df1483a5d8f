import type { Priority, WorkItem, WorkItemPatch } from '@cairn/contract'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ComboboxAt, type Option } from '#ui/combobox.tsx'
import { MenuAt, type MenuEntry } from '#ui/menu.tsx'
import type { Edit } from './use-row-deeds.ts'

interface RowPopupsProps {
  edit: Edit | undefined
  small: boolean
  stateOptions: readonly Option[]
  priorityOptions: readonly Option[]
  /** The item as it is now. */
  itemOf: (id: string) => WorkItem | undefined
  entriesOf: (item: WorkItem, row: HTMLElement) => MenuEntry[]
  onChange: (id: string, patch: WorkItemPatch) => void
  onClose: () => void
}

/** The one menu and the one picker of all rows. */
export function RowPopups(props: RowPopupsProps) {
  const { edit, small, stateOptions, priorityOptions, itemOf, entriesOf, onChange, onClose } = props
  const { t } = useTranslation()
  // Stays after closing until it has faded out.
  const [shown, setShown] = useState<Edit>()
  if (edit && edit !== shown && edit.what !== 'name') setShown(edit)
  if (!shown) return null

  const { id } = shown.item
  const item = itemOf(id) ?? shown.item
  const key = `${id} ${shown.what}`
  const place = {
    open: edit === shown,
    anchor: shown.anchor,
    returnTo: shown.returnTo,
    onClose,
  }
  if (shown.what === 'menu') {
    const items = entriesOf(item, shown.row)
    return <MenuAt key={key} place={place} align={small ? 'start' : 'end'} items={items} />
  }
  if (shown.what === 'state') {
    return (
      <ComboboxAt
        key={key}
        place={place}
        label={t('work_items.change_state')}
        options={stateOptions}
        value={item.state_id}
        onChange={(state_id) => onChange(id, { state_id })}
      />
    )
  }
  return (
    <ComboboxAt
      key={key}
      place={place}
      align="end"
      label={t('work_items.change_priority')}
      options={priorityOptions}
      value={item.priority}
      onChange={(priority) => onChange(id, { priority: priority as Priority })}
    />
  )
}
