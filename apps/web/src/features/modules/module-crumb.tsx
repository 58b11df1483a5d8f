import type { Module } from '@cairn/contract'
import { Boxes, ChevronsUpDown } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { Combobox } from '#ui/controls/combobox.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Crumb } from '#ui/layout/breadcrumbs.tsx'
import { Tooltip } from '#ui/overlays/tooltip.tsx'
import { navigate } from '#ui/router/router.ts'
import { orderModules } from './module-filters.ts'

interface ModuleCrumbProps {
  slug: string
  module: Module | undefined
  modules: readonly Module[]
}

/** The current module, with a menu of the others. */
export function ModuleCrumb({ slug, module, modules }: ModuleCrumbProps) {
  const { t } = useTranslation()
  return (
    <Crumb
      current
      icon={Boxes}
      after={
        modules.length > 1 &&
        module && (
          <Combobox
            label={t('modules.switch')}
            trigger={
              <IconButton
                size="sm"
                icon={ChevronsUpDown}
                iconSize={14}
                label={t('modules.switch')}
                className="-ml-1"
              />
            }
            options={orderModules(modules, 'name').map(({ id, name }) => ({
              value: id,
              label: name,
              icon: Boxes,
            }))}
            value={module.id}
            onChange={(moduleId) =>
              void navigate({
                to: '/$slug/projects/$projectId/modules/$moduleId/',
                params: { slug, projectId: module.project_id, moduleId },
              })
            }
          />
        )
      }
    >
      <Tooltip label={module?.name}>
        <h1 className="truncate">{module?.name}</h1>
      </Tooltip>
    </Crumb>
  )
}
