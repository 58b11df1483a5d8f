import type { Favorite, FavoriteType } from '@cairn/contract'
import { Boxes, FileText, Folder, IterationCw, Layers, type LucideIcon, Users } from 'lucide-react'
import { t } from '#data/i18n.ts'
import { projectAddress } from '#entities/project/project-link.ts'
import { projectLogo } from '#entities/project/project-logo.tsx'
import type { IconLike } from '#ui/icons/icon.tsx'
import { LogoMark } from '#ui/icons/logo-mark.tsx'
import type { LogoValue } from '#ui/icons/logo-value.ts'

/** A page may be without a name. */
export const favoriteName = ({ name, entity_type, entity_data }: Favorite) =>
  (entity_data?.name ?? name) || (entity_type === 'page' ? t('favorites.untitled') : '')

const icons: Partial<Record<FavoriteType, LucideIcon>> = {
  cycle: IterationCw,
  module: Boxes,
  view: Layers,
  page: FileText,
  teamspace: Users,
}

export function favoriteIcon({ is_folder, entity_type, entity_data }: Favorite): IconLike {
  if (is_folder || !entity_data) return Folder
  const fallback = icons[entity_type]
  if (!fallback) return projectLogo(entity_data)
  return <LogoMark value={entity_data.logo_props as LogoValue} size={16} fallback={fallback} />
}

/** Its URL; undefined for a folder. */
export function favoriteAddress(slug: string, favorite: Favorite): string | undefined {
  const { is_folder, entity_type, entity_identifier: id, project_id, entity_data } = favorite
  if (is_folder || !id) return undefined
  if (entity_type === 'teamspace') return `/${slug}/teamspaces/${id}/`
  const team = entity_data?.teamspace_id
  if (team) return `/${slug}/teamspaces/${team}/views/${id}/`
  if (entity_type === 'view' && !project_id) return `/${slug}/workspace-views/${id}/`
  if (!project_id) return undefined
  return icons[entity_type]
    ? `/${slug}/projects/${project_id}/${entity_type}s/${id}/`
    : projectAddress(slug, project_id)
}
