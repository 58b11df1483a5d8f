import type { View } from '@cairn/contract'
import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { FavoriteStar } from '#entities/favorite/favorite-star.tsx'
import { useViewFavorite } from '#entities/view/use-view-favorite.ts'
import type { ViewScope } from '#entities/view/view-list.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { useViewMenu } from './use-view-menu.ts'
import { type RequestedAction, ViewDialogs } from './view-dialogs.tsx'

interface ViewActionsProps {
  scope: ViewScope
  view: View
  /** Leaves the page of the deleted view. */
  onRemoved: () => void
}

/** At the right of the header of an open view. */
export function ViewActions({ scope, view, onRemoved }: ViewActionsProps) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<RequestedAction>()
  const menuOf = useViewMenu(scope, setAsked)
  const favorite = useViewFavorite(scope)
  const { name } = view
  return (
    <>
      <span className="max-md:hidden">
        <FavoriteStar
          name={name}
          marked={favorite.isMarked(view)}
          onToggle={() => favorite.toggle(view)}
        />
      </span>
      <Menu
        align="end"
        trigger={<IconButton icon={Ellipsis} label={t('views.actions', { name })} />}
        items={menuOf(view)}
      />
      <ViewDialogs
        scope={scope}
        asked={asked}
        onClose={() => setAsked(undefined)}
        onRemoved={onRemoved}
      />
    </>
  )
}
