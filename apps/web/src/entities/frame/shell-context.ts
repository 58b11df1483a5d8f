import { createContext, useContext } from 'react'
import type { WorkItemIntent } from '#entities/work-item/intent.ts'

export type PlanKind = 'cycle' | 'module' | 'view' | 'page'

/** Initial values of a new item, from where it was created. */
interface ShellActions {
  openMenu: () => void
  /** Undefined where nothing may be created. */
  createWorkItem: ((intent?: WorkItemIntent) => void) | undefined
  createProject: (() => void) | undefined
  /** Creates a cycle, module, view or page; does nothing if not allowed. */
  createPlan: (kind: PlanKind) => void
  /** Opens the user's notes over the screen; `adds` starts a new one. */
  openStickies: (intent?: { adds?: boolean }) => void
  openShortcuts: () => void
  openPalette: () => void
  /** Shows changes that wait for the network or need a decision. */
  reviewChanges: () => void
}

export const ShellContext = createContext<ShellActions>({
  openMenu: () => undefined,
  createWorkItem: undefined,
  createProject: undefined,
  createPlan: () => undefined,
  openStickies: () => undefined,
  openShortcuts: () => undefined,
  openPalette: () => undefined,
  reviewChanges: () => undefined,
})

/** Actions of the shell, for every screen inside it. */
export const useShell = () => useContext(ShellContext)
