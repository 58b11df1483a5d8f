import { createContext, useContext } from 'react'
import type { WorkItemIntent } from '#entities/work-item/intent.ts'

export type PlanKind = 'cycle' | 'module' | 'view' | 'page'

/** What a new item starts with: where it was asked for says some of it. */
interface ShellActions {
  openMenu: () => void
  /** Undefined where nothing may be created. */
  createWorkItem: ((intent?: WorkItemIntent) => void) | undefined
  createProject: (() => void) | undefined
  /** A cycle, module, view or page; does nothing where there may be none. */
  createPlan: (kind: PlanKind) => void
  /** One's notes over the screen; with a new one where one is wished for. */
  openStickies: (intent?: { adds?: boolean }) => void
}

export const ShellContext = createContext<ShellActions>({
  openMenu: () => undefined,
  createWorkItem: undefined,
  createProject: undefined,
  createPlan: () => undefined,
  openStickies: () => undefined,
})

/** What every screen inside the shell may ask it to do. */
export const useShell = () => useContext(ShellContext)
