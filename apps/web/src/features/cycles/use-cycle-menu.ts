import { ADMIN, type Cycle, type Project } from '@cairn/contract'
import {
  Archive,
  ArchiveRestore,
  ExternalLink,
  Link as LinkIcon,
  Pencil,
  Trash2,
} from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { useMe } from '#entities/account/hooks.ts'
import { useRestoreCycle } from '#entities/cycle/hooks.ts'
import { useFavoriteIds, useToggleFavorite } from '#entities/favorite/favorite-things.ts'
import { isWritable } from '#entities/project/hooks.ts'
import { toast } from '#ui/feedback/toast.ts'
import type { MenuEntry } from '#ui/overlays/menu.tsx'
import { copyCycleLink, cycleAddress } from './cycle-address.ts'
import type { AskedCycle, CycleAction } from './cycle-dialogs.tsx'
import { statusNow } from './cycle-status.tsx'

interface CycleMenu {
  slug: string
  project: Project
  onAsk: (asked: AskedCycle) => void
}

/** The same entries in a row's menu, its context menu and the header of its list. */
export function useCycleMenu({ slug, project, onAsk }: CycleMenu) {
  const { t } = useTranslation()
  const { id: me } = useMe()
  const favorites = useFavoriteIds(slug, 'cycle')
  const toggle = useToggleFavorite(slug)
  const restore = useRestoreCycle({ slug, project_id: project.id })
  const writable = isWritable(project)

  function entries(cycle: Cycle): MenuEntry[] {
    const archived = cycle.archived_at !== null
    const over = statusNow(cycle) === 'COMPLETED'
    const ask = (action: CycleAction) => () => onAsk({ action, cycle })
    const mayRemove = project.member_role === ADMIN || cycle.owned_by_id === me
    return [
      writable &&
        !archived &&
        !over && { label: t('cycles.edit'), icon: Pencil, onSelect: ask('edit') },
      !archived && {
        label: t('cycles.open_in_tab'),
        icon: ExternalLink,
        onSelect: () => window.open(cycleAddress(slug, cycle), '_blank', 'noopener'),
      },
      !archived && {
        label: t('cycles.copy_link'),
        icon: LinkIcon,
        onSelect: () => void copyCycleLink(slug, cycle),
      },
      writable && !archived && 'line',
      writable &&
        !archived && {
          label: t('cycles.archive'),
          icon: Archive,
          disabled: !over,
          ...(!over && { detail: t('cycles.archive_when_over') }),
          onSelect: ask('archive'),
        },
      writable &&
        archived && {
          label: t('cycles.restore'),
          icon: ArchiveRestore,
          onSelect: () =>
            restore.mutate(cycle.id, {
              onSuccess: () =>
                void toast({ kind: 'success', title: t('cycles.restored', { name: cycle.name }) }),
            }),
        },
      writable &&
        mayRemove &&
        !archived &&
        !over && {
          label: t('cycles.delete'),
          icon: Trash2,
          danger: true,
          onSelect: ask('delete'),
        },
    ]
  }

  return {
    entries,
    isFavorite: ({ id }: Cycle) => favorites.has(id),
    toggleFavorite: ({ id, name, logo_props, project_id }: Cycle) =>
      toggle({ type: 'cycle', id, name, logo_props, project_id }),
  }
}
