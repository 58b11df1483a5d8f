import type { Favorite } from '@cairn/contract'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useCreateFolder, useRenameFolder } from '#entities/favorite/change-hooks.ts'
import { toast } from '#ui/feedback/toast.ts'

interface FolderFieldProps {
  slug: string
  /** Undefined for a new one. */
  folder?: Favorite
  folders: readonly Favorite[]
  onClose: () => void
}

/** Input for the name of a new or existing folder. */
export default function FolderField({ slug, ...props }: FolderFieldProps) {
  const { folder } = props
  const create = useCreateFolder(slug)
  const rename = useRenameFolder(slug)
  return (
    <FolderNameField
      {...props}
      onSave={(name) => (folder ? rename(folder.id, name) : create(name))}
    />
  )
}

interface FolderNameFieldProps extends Omit<FolderFieldProps, 'slug'> {
  onSave: (name: string) => void
}

/** Enter saves, Esc and leaving the field do not. */
function FolderNameField({ folder, folders, onSave, onClose }: FolderNameFieldProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(folder?.name ?? '')
  const done = useRef(false)

  function close() {
    // Closing removes the field, which fires blur again.
    if (done.current) return
    done.current = true
    onClose()
  }

  function refuse(title: string) {
    toast({ kind: 'error', title })
  }

  function save() {
    const name = typed.trim()
    if (!name) return refuse(t('favorites.no_name'))
    if (name === folder?.name) return close()
    if (folders.some((other) => other.id !== folder?.id && other.name === name)) {
      return refuse(t('favorites.folder_exists'))
    }
    onSave(name)
    close()
  }

  function handleKeyDown(event: KeyboardEvent) {
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    if (event.key !== 'Enter' && event.key !== 'Escape') return
    // The focus moves on to a button, which Enter would press.
    event.preventDefault()
    if (event.key === 'Enter') save()
    else close()
  }

  return (
    <input
      aria-label={t('favorites.folder_name')}
      placeholder={t('favorites.new_folder')}
      // biome-ignore lint/a11y/noAutofocus: it appears because the person asked to write here
      autoFocus
      maxLength={255}
      value={typed}
      onFocus={(event) => event.target.select()}
      onChange={(event) => setTyped(event.target.value)}
      onBlur={close}
      onKeyDown={handleKeyDown}
      className="h-7 w-full rounded-md border border-focus bg-surface px-2 outline-1 outline-focus max-md:h-11 max-md:text-[16px]"
    />
  )
}
