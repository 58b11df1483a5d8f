import { ADMIN, canChangeTeamspace, type Teamspace } from '@cairn/contract'
import { LogOut, Pencil, Star, StarOff, Trash2 } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { useMe } from '#entities/account/hooks.ts'
import { useFavoriteIds, useToggleFavorite } from '#entities/favorite/favorite-things.ts'
import { useWorkspace } from '#entities/workspace/hooks.ts'
import type { MenuEntry } from '#ui/overlays/menu.tsx'

/** The requested action and its teamspace; undefined for a new one. */
export interface AskedTeamspace {
  action: 'create' | 'edit' | 'leave' | 'delete'
  teamspace?: Teamspace
}

/** The actions on a teamspace, by the user's role in it. */
export function useTeamspaceMenu(slug: string, onAsk: (asked: AskedTeamspace) => void) {
  const { t } = useTranslation()
  const { id: user_id } = useMe()
  const workspace_role = useWorkspace(slug)?.role ?? 0
  const marked = useFavoriteIds(slug, 'teamspace')
  const toggle = useToggleFavorite(slug)

  return (teamspace: Teamspace): MenuEntry[] => {
    const { id, name, logo_props, member_ids } = teamspace
    const isMarked = marked.has(id)
    return [
      canChangeTeamspace({ user_id, workspace_role }, teamspace) && {
        label: t('teamspaces.edit'),
        icon: Pencil,
        onSelect: () => onAsk({ action: 'edit', teamspace }),
      },
      {
        label: t(isMarked ? 'favorites.remove' : 'favorites.add'),
        icon: isMarked ? StarOff : Star,
        onSelect: () => toggle({ type: 'teamspace', id, name, logo_props, project_id: null }),
      },
      'line',
      member_ids.includes(user_id) && {
        label: t('teamspaces.leave'),
        icon: LogOut,
        onSelect: () => onAsk({ action: 'leave', teamspace }),
      },
      workspace_role >= ADMIN && {
        label: t('teamspaces.delete'),
        icon: Trash2,
        danger: true,
        onSelect: () => onAsk({ action: 'delete', teamspace }),
      },
    ]
  }
}
