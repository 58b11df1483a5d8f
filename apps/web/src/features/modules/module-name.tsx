import type { Module } from '@cairn/contract'
import { Tooltip } from '#ui/overlays/tooltip.tsx'
import { Link } from '#ui/router/link.tsx'
import { classNames } from '#ui/theme/class-names.ts'

interface ModuleNameProps {
  slug: string
  module: Module
  onPeek: (id: string) => void
  className?: string
}

/** Covers the whole row or card, below its other controls. */
const cover = 'before:absolute before:inset-0'

/** Links to the module; an archived one only opens in the side panel. */
export function ModuleName({ slug, module, onPeek, className }: ModuleNameProps) {
  const { id, name, project_id, archived_at } = module
  const look = classNames('focus-inset block min-w-0 truncate rounded-xs', cover, className)
  return (
    <Tooltip label={name}>
      {archived_at ? (
        <button type="button" className={`${look} text-left`} onClick={() => onPeek(id)}>
          {name}
        </button>
      ) : (
        <Link
          to="/$slug/projects/$projectId/modules/$moduleId/"
          params={{ slug, projectId: project_id, moduleId: id }}
          draggable={false}
          className={look}
        >
          {name}
        </Link>
      )}
    </Tooltip>
  )
}
