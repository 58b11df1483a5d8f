import { type View, type ViewFilters, type ViewPatch, viewAccess } from '@cairn/contract'
import type { ListContext } from '#entities/work-item-list/list-context.ts'
import {
  type Filters,
  type ListSettings,
  readSettings,
  toStored,
} from '#entities/work-item-list/list-settings.ts'
import type { LogoValue } from '#ui/icons/logo-value.ts'

/** Initial values of the view dialog. */
export interface ViewStart {
  /** The view to edit; undefined: a new one. */
  of?: View
  name: string
  description: string
  logo: LogoValue
  access: number
  settings: ListSettings
}

const MAX_LENGTH = 255
const table = { layout: 'spreadsheet' }

/**
 * All items: of a project grouped by state, of a teamspace as a list, of the workspace as a table.
 */
export const newView = (project_id: string | null, isOfTeam = false): ViewStart => ({
  name: '',
  description: '',
  logo: {},
  access: viewAccess.public,
  settings: readSettings({
    display_filters: {
      order_by: '-created_at',
      ...(project_id ? { layout: 'list', group_by: 'state' } : isOfTeam ? {} : table),
    },
  }),
})

export const startOf = (view: View): ViewStart => ({
  of: view,
  name: view.name,
  description: view.description,
  logo: view.logo_props as LogoValue,
  access: view.access,
  settings: readSettings(view),
})

/** A copy of it, with the list's current settings. */
export function copyOf(view: View, settings: ListSettings): ViewStart {
  const { of, ...copy } = startOf(view)
  return { ...copy, name: `${view.name.slice(0, MAX_LENGTH - 2)} 2`, settings }
}

/** Filters implied by the list's context. */
function ownFilters(context: ListContext): Filters {
  if (context.kind === 'cycle') return { cycle: [context.cycle_id] }
  return context.kind === 'module' ? { module: [context.module_id] } : {}
}

export function fromList(context: ListContext, settings: ListSettings): ViewStart {
  const filters = { ...settings.filters, ...ownFilters(context) }
  return {
    ...newView('project_id' in context ? context.project_id : null, 'teamspace_id' in context),
    settings: { ...settings, filters },
  }
}

/** Settings as a view stores them. Filters unknown to this version are preserved. */
export function settingsPatch(settings: ListSettings, of?: View) {
  const stored = toStored(settings)
  const filters = { ...of?.filters, ...stored.filters } as ViewFilters
  return { ...stored, filters } satisfies ViewPatch
}
