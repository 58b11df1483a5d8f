import type { Favorite } from '@cairn/contract'
import { ChevronRight, Ellipsis } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { favoriteAddress, favoriteIcon, favoriteName } from '#entities/favorite/favorite-face.tsx'
import { isDraft } from '#entities/favorite/hooks.ts'
import { listIn } from '#entities/favorite/order.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { SidebarItem } from '#ui/layout/sidebar-item.tsx'
import { useIsAt } from '#ui/layout/sidebar-link.ts'
import { type Step, useSortable } from '#ui/lists/sortable.ts'
import { DropMark, sortableLook } from '#ui/lists/sortable-parts.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { afterFirstScreen } from '#ui/platform/first-screen.ts'
import { lateFile } from '#ui/platform/late-file.ts'
import { lazy } from '#ui/platform/lazy.ts'
import { Link } from '#ui/router/link.tsx'
import { classNames } from '#ui/theme/class-names.ts'
import { FolderField } from './lazy-folder-field.tsx'
import { mayMoveTo, placeAt, stepsOf } from './moves.ts'

// Not needed to draw the rows.
const moving = lateFile(() => import('#entities/favorite/move-favorite.ts'))

const FavoriteEntries = lazy(() => import('./favorite-entries.tsx'))

interface FavoriteRowProps {
  slug: string
  favorite: Favorite
  favorites: readonly Favorite[]
  /** For folders. */
  open: boolean
  onToggle: (id: string, open: boolean) => void
}

export function FavoriteRow({ slug, favorite, favorites, open, onToggle }: FavoriteRowProps) {
  const { t } = useTranslation()
  const isAt = useIsAt()
  const { renaming, setRenaming, box } = useRenaming()
  const { id, is_folder } = favorite
  const address = favoriteAddress(slug, favorite)
  const name = favoriteName(favorite)
  const places = stepsOf(favorites, favorite)
  useEffect(() => void afterFirstScreen().then(moving.load), [])

  function put(moved: string, place = places.up) {
    if (!place) return
    if (place.parent) onToggle(place.parent, true)
    moving.use(({ moveFavorite }) => void moveFavorite(slug, favorites, moved, place))
  }

  const { itemProps, handleProps, dragging, drop } = useSortable({
    kind: 'favorite',
    id,
    name,
    enabled: !isDraft(favorite),
    nests: is_folder,
    mayDrop: (dragged, place) => mayMoveTo(favorites, dragged, favorite, place),
    onDrop: (dragged, place) => put(dragged, placeAt(favorites, dragged, favorite, place)),
    steps: Object.keys(places) as Step[],
    onStep: (step) => put(id, places[step]),
  })

  const nested = favorite.parent !== null
  if (renaming) {
    return (
      <FolderField
        slug={slug}
        folder={favorite}
        folders={favorites.filter((one) => one.is_folder)}
        onClose={() => setRenaming(false)}
      />
    )
  }
  return (
    <div
      {...itemProps}
      className={classNames(
        sortableLook(dragging, drop),
        'rounded-md',
        nested && 'ml-4 rounded-l-none border-l border-line pl-2',
      )}
    >
      <div ref={box}>
        <SidebarItem
          icon={favoriteIcon(favorite)}
          label={name}
          nested={nested}
          current={address !== undefined && isAt(address.replace(/\/$/, ''))}
          tail={
            is_folder ? (
              <Icon
                of={ChevronRight}
                className={classNames(
                  'transition-transform duration-(--time-base)',
                  open && 'rotate-90',
                )}
              />
            ) : undefined
          }
          as={
            address ? (
              <Link to={address} draggable={false} />
            ) : (
              <button type="button" aria-expanded={open} onClick={() => onToggle(id, !open)} />
            )
          }
          actions={
            isDraft(favorite) ? undefined : (
              <Menu
                align="end"
                trigger={
                  <IconButton size="sm" icon={Ellipsis} label={t('favorites.actions', { name })} />
                }
                items={(show) => (
                  <FavoriteEntries
                    slug={slug}
                    favorite={favorite}
                    inFolder={listIn(favorites, id)}
                    moves={handleProps}
                    onRename={() => setRenaming(true)}
                    show={show}
                  />
                )}
              />
            )
          }
        />
      </div>
      <DropMark drop={drop} />
    </div>
  )
}

/** The row gets the focus back once the field is gone. */
function useRenaming() {
  const [renaming, setRenaming] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const was = useRef(false)
  useEffect(() => {
    if (was.current && !renaming && document.activeElement === document.body) {
      box.current?.querySelector<HTMLElement>('[data-row]')?.focus()
    }
    was.current = renaming
  }, [renaming])
  return { renaming, setRenaming, box }
}
