import type { Module } from '@cairn/contract'
import { Ellipsis } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { FavoriteStar } from '#entities/favorite/favorite-star.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import type { useModuleMenu } from './use-module-menu.ts'

interface ModuleActionsProps {
  module: Module
  menu: ReturnType<typeof useModuleMenu>
}

/** The favorite button and menu of a row, a card, or the list itself. */
export function ModuleActions({ module, menu }: ModuleActionsProps) {
  const { t } = useTranslation()
  const { id, name, archived_at } = module
  return (
    <>
      {!archived_at && (
        <FavoriteStar
          size="sm"
          name={name}
          marked={menu.favorites.has(id)}
          onToggle={() => menu.toggleFavorite(module)}
        />
      )}
      <Menu
        align="end"
        trigger={
          <IconButton size="sm" icon={Ellipsis} label={t('modules.actions_for', { name })} />
        }
        items={menu.entries(module)}
      />
    </>
  )
}
