import { MEMBER } from '@cairn/contract'
import { Suspense } from 'react'
import { FilterChips, type FilterChipsProps } from '#entities/work-item-list/filter-chips.tsx'
import { type ListContext, projectOf } from '#entities/work-item-list/list-context.ts'
import type { UnsavedChanges } from '#entities/work-item-list/use-list-settings.ts'
import { SubBar } from '#ui/layout/header-bar.tsx'
import { lazy } from '#ui/platform/lazy.ts'

const SaveView = lazy(() => import('#entities/view/save-view.tsx'))

interface AppliedFiltersProps extends Omit<FilterChipsProps, 'fixed'> {
  /** Unsaved changes on the page of a saved view. */
  unsaved: UnsavedChanges
}

/** Below the header of a list: its filters, with buttons to save them. */
export default function AppliedFilters({ unsaved, ...props }: AppliedFiltersProps) {
  const { context, settings, references } = props
  const role = references.projects.get(projectOf(context) ?? '')?.member_role ?? 0
  const isLocked = 'isLocked' in context && context.isLocked === true
  const fixed = isLocked || (membersOnly.includes(context.kind) && role < MEMBER)
  return (
    <SubBar
      actions={
        savable.includes(context.kind) && (
          <Suspense>
            <SaveView context={context} settings={settings} unsaved={unsaved} />
          </Suspense>
        )
      }
    >
      <FilterChips {...props} fixed={fixed} />
    </SubBar>
  )
}

/** Lists whose filters only project members may change. */
const membersOnly: readonly ListContext['kind'][] = ['archived', 'cycle', 'module', 'view']

/** Lists whose filters can be saved as a view. */
const savable: readonly ListContext['kind'][] = [
  ...(['project', 'cycle', 'module', 'view', 'workspace', 'team', 'team-view'] as const),
]
