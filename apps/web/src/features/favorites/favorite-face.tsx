import type { Favorite } from '@cairn/contract'
import { Folder } from 'lucide-react'
import { projectLogo } from '#features/projects/project-logo.tsx'
import type { IconLike } from '#ui/icon.tsx'

export const favoriteName = ({ name, entity_data }: Favorite) => entity_data?.name ?? name ?? ''

export const favoriteIcon = ({ is_folder, entity_data }: Favorite): IconLike =>
  is_folder || !entity_data ? Folder : projectLogo(entity_data)
