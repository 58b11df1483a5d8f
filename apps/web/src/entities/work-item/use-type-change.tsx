import type { WorkItem } from '@cairn/contract'
import { type ReactNode, Suspense, useState } from 'react'
import { useProperties } from '#entities/work-item-type/property-hooks.ts'
import { usePeople } from '#entities/workspace/hooks.ts'
import { lazy } from '#ui/platform/lazy.ts'
import { Presence } from '#ui/platform/presence.tsx'
import type { ItemPatch } from './item-patch.ts'
import { isPlain, typeChangeOf } from './type-change.ts'

const TypeChangeDialog = lazy(() => import('./type-change-dialog.tsx'))

interface TypeChangeOptions {
  slug: string
  project_id: string
  items: readonly WorkItem[]
  onChange: (patch: ItemPatch) => void
}

/**
 * Gives items another type. Asks first where their values have no place there, and for what the
 * other type requires; render the `dialog`.
 */
export function useTypeChange({ slug, project_id, items, onChange }: TypeChangeOptions) {
  const properties = useProperties(slug)
  const people = usePeople(slug)
  const [asked, setAsked] = useState<string>()

  function choose(type_id: string) {
    const nameOf = (id: string) => people.get(id)?.name
    const change = properties && { items, type_id, properties, mapping: {}, nameOf }
    // Until it is known what there is to ask, the server decides.
    if (change && !isPlain(typeChangeOf(change))) setAsked(type_id)
    else onChange({ type_id })
  }

  const dialog: ReactNode = (
    <Presence>
      {asked && (
        <Suspense>
          <TypeChangeDialog
            slug={slug}
            project_id={project_id}
            items={items}
            type_id={asked}
            onChange={onChange}
            onClose={() => setAsked(undefined)}
          />
        </Suspense>
      )}
    </Presence>
  )
  return { choose, dialog }
}
