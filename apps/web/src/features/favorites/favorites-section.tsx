import { FolderPlus } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useFavorites } from '#entities/favorite/hooks.ts'
import { listIn } from '#entities/favorite/order.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { SidebarHeading, SidebarItem, SidebarNav } from '#ui/layout/sidebar-item.tsx'
import { useStored } from '#ui/platform/stored.ts'
import { FavoriteRow } from './favorite-row.tsx'
import { FolderField } from './lazy-folder-field.tsx'

/** The user's favorites in the sidebar, in folders or not. */
export default function FavoritesSection({ slug }: { slug: string }) {
  const { t } = useTranslation()
  const favorites = useFavorites(slug)
  const [open, setOpen] = useStored('is_favorite_menu_open', true)
  const [folders, setFolders] = useState<ReadonlySet<string>>(new Set())
  const [naming, setNaming] = useState(false)
  const create = useRef<HTMLButtonElement>(null)

  function toggle(id: string, isOpen: boolean) {
    const next = new Set(folders)
    if (isOpen) next.add(id)
    else next.delete(id)
    setFolders(next)
  }

  function startNaming() {
    setOpen(true)
    setNaming(true)
  }

  function stopNaming() {
    const leaving = document.activeElement instanceof HTMLInputElement
    setNaming(false)
    if (leaving) create.current?.focus()
  }

  // One list, because positions are counted in it: a folder, then what is in it.
  const rows = (favorites ? listIn(favorites, null) : []).flatMap((favorite) =>
    favorites && folders.has(favorite.id)
      ? [favorite, ...listIn(favorites, favorite.id)]
      : [favorite],
  )

  return (
    <section aria-label={t('favorites.title')}>
      <SidebarHeading
        open={open}
        onToggle={() => setOpen(!open)}
        action={
          <IconButton
            ref={create}
            size="sm"
            icon={FolderPlus}
            iconSize={14}
            label={t('favorites.create_folder')}
            onClick={startNaming}
          />
        }
      >
        {t('favorites.title')}
      </SidebarHeading>
      {open && favorites && (
        <SidebarNav label={t('favorites.title')}>
          {naming && (
            <FolderField
              slug={slug}
              folders={favorites.filter(({ is_folder }) => is_folder)}
              onClose={stopNaming}
            />
          )}
          {rows.map((favorite) => (
            <FavoriteRow
              // Its own id is assigned by the server: a click on the entry must not get lost then.
              key={favorite.entity_identifier ?? favorite.id}
              slug={slug}
              favorite={favorite}
              favorites={favorites}
              open={folders.has(favorite.id)}
              onToggle={toggle}
            />
          ))}
          {favorites.length === 0 && !naming && (
            <>
              <p className="px-2 py-1 text-small text-ink-3">{t('favorites.empty')}</p>
              <SidebarItem
                icon={FolderPlus}
                label={t('favorites.new_folder')}
                as={<button type="button" onClick={startNaming} />}
              />
            </>
          )}
        </SidebarNav>
      )}
    </section>
  )
}
