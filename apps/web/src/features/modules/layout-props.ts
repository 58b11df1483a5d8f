import type { Module, ModulePatch } from '@cairn/contract'
import type { useModuleMenu } from './use-module-menu.ts'

/** Props of every layout of modules. */
export interface ModuleLayoutProps {
  slug: string
  project_id: string
  modules: readonly Module[]
  menu: ReturnType<typeof useModuleMenu>
  /** In manual order, which may be changed. */
  manual: boolean
  /** Changes dates and status in place; undefined if read-only. */
  onChange: ((id: string, patch: ModulePatch) => void) | undefined
  /** The module in the side panel. */
  peeked: string | undefined
  onPeek: (id: string) => void
}
