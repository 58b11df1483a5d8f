import type { Favorite } from '@cairn/contract'
import { Pencil, StarOff } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { useRemoveFavorite } from '#entities/favorite/change-hooks.ts'
import { type MovesProps, moveEntries } from '#ui/lists/sortable-menu.tsx'
import type { ShowMenu } from '#ui/overlays/menu.tsx'

interface FavoriteEntriesProps {
  slug: string
  favorite: Favorite
  /** Removed with a folder. */
  inFolder: readonly Favorite[]
  moves: MovesProps
  onRename: () => void
  show: ShowMenu
}

export default function FavoriteEntries(props: FavoriteEntriesProps) {
  const { slug, favorite, inFolder, moves, onRename, show } = props
  const { t } = useTranslation()
  const remove = useRemoveFavorite(slug)
  return show([
    favorite.is_folder && {
      label: t('favorites.rename_folder'),
      icon: Pencil,
      onSelect: onRename,
    },
    ...moveEntries(moves),
    'line',
    {
      label: t('favorites.remove'),
      icon: StarOff,
      onSelect: () => remove(favorite, inFolder),
    },
  ])
}
