import { MEMBER } from '@cairn/contract'
import { Suspense } from 'react'
import { FilterChips, type FilterChipsProps } from '#entities/work-item-list/filter-chips.tsx'
import { type ListContext, projectOf } from '#entities/work-item-list/list-context.ts'
import type { UnsavedChanges } from '#entities/work-item-list/use-list-settings.ts'
import { SubBar } from '#ui/layout/header-bar.tsx'
import { lazy } from '#ui/platform/lazy.ts'

const SaveView = lazy(() => import('#entities/view/save-view.tsx'))

interface AppliedFiltersProps extends Omit<FilterChipsProps, 'fixed'> {
  /** What was changed on the page of a saved view. */
  unsaved: UnsavedChanges
}

/** Under the header of a list: its filters, and what can be kept of them. */
export default function AppliedFilters({ unsaved, ...props }: AppliedFiltersProps) {
  const { context, settings, vocabulary } = props
  const role = vocabulary.projects.get(projectOf(context) ?? '')?.member_role ?? 0
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

/** Where only those who may change items choose among them. */
const membersOnly: readonly ListContext['kind'][] = ['archived', 'cycle', 'module', 'view']

/** What is filtered here can be kept as a view. */
const savable: readonly ListContext['kind'][] = [
  ...(['project', 'cycle', 'module', 'view', 'workspace', 'team', 'team-view'] as const),
]
