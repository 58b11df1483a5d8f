import type { Module, ModulePatch } from '@cairn/contract'
import type { useModuleMenu } from './use-module-menu.ts'

/** What every layout of the modules is given. */
export interface ModuleLayoutProps {
  slug: string
  project_id: string
  modules: readonly Module[]
  menu: ReturnType<typeof useModuleMenu>
  /** In one's own order, which may be changed. */
  manual: boolean
  /** Dates and status in place; undefined where one may only look. */
  onChange: ((id: string, patch: ModulePatch) => void) | undefined
  /** Shown beside the list; which is. */
  peeked: string | undefined
  onPeek: (id: string) => void
}
