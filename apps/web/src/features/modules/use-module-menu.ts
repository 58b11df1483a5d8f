import { canArchiveModule, canRemoveModule, type Module, type Project } from '@cairn/contract'
import {
  Archive,
  ArchiveRestore,
  ExternalLink,
  Link as LinkIcon,
  Pencil,
  Star,
  StarOff,
  Trash2,
} from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { useMe } from '#entities/account/hooks.ts'
import { useFavoriteIds, useToggleFavorite } from '#entities/favorite/favorite-things.ts'
import { isWritable } from '#entities/project/hooks.ts'
import { toast } from '#ui/feedback/toast.ts'
import type { MenuEntry } from '#ui/overlays/menu.tsx'
import { copyText } from '#ui/platform/copy-text.ts'

/** Actions with a dialog. */
export type ModuleAction = 'edit' | 'archive' | 'restore' | 'delete'

export interface AskedModule {
  action: ModuleAction
  module: Module
  /** Opened again while the last one fades out: a new dialog. */
  turn: number
}

let turns = 0

export const moduleAddress = (
  slug: string,
  { project_id, id }: Pick<Module, 'project_id' | 'id'>,
) => `/${slug}/projects/${project_id}/modules/${id}/`

interface ModuleMenu {
  slug: string
  project: Project
  onAsk: (asked: AskedModule) => void
}

/** The same entries in a row's menu, its context menu and the header of its list. */
export function useModuleMenu({ slug, project, onAsk }: ModuleMenu) {
  const { t } = useTranslation()
  const { id: user_id } = useMe()
  const favorites = useFavoriteIds(slug, 'module')
  const toggle = useToggleFavorite(slug)
  const writable = isWritable(project)

  async function copyLink(module: Module) {
    const copied = await copyText(`${location.origin}${moduleAddress(slug, module)}`)
    toast({
      kind: copied ? 'success' : 'error',
      title: t(copied ? 'modules.link_copied' : 'modules.not_copied'),
    })
  }

  function toggleFavorite({ id, name, logo_props, project_id }: Module) {
    toggle({ type: 'module', id, name, logo_props, project_id })
  }

  function entries(module: Module): MenuEntry[] {
    const archived = module.archived_at !== null
    const isFavorite = favorites.has(module.id)
    const over = canArchiveModule(module.status)
    const ask = (action: ModuleAction) => () => {
      turns += 1
      onAsk({ action, module, turn: turns })
    }
    const caller = { user_id, project_role: project.member_role ?? 0 }
    return [
      writable && !archived && { label: t('modules.edit'), icon: Pencil, onSelect: ask('edit') },
      !archived && {
        label: t(isFavorite ? 'modules.unfavorite' : 'modules.favorite'),
        icon: isFavorite ? StarOff : Star,
        onSelect: () => toggleFavorite(module),
      },
      !archived && {
        label: t('modules.open_in_tab'),
        icon: ExternalLink,
        onSelect: () => window.open(moduleAddress(slug, module), '_blank', 'noopener'),
      },
      !archived && {
        label: t('modules.copy_link'),
        icon: LinkIcon,
        onSelect: () => void copyLink(module),
      },
      writable && 'line',
      writable &&
        !archived && {
          label: t('modules.archive'),
          icon: Archive,
          disabled: !over,
          ...(!over && { detail: t('modules.archive_when_over') }),
          onSelect: ask('archive'),
        },
      writable &&
        archived && {
          label: t('modules.restore'),
          icon: ArchiveRestore,
          onSelect: ask('restore'),
        },
      canRemoveModule(caller, module) && {
        label: t('modules.delete'),
        icon: Trash2,
        danger: true,
        onSelect: ask('delete'),
      },
    ]
  }

  return { entries, favorites, toggleFavorite }
}
