import { createContext, useContext } from 'react'

interface WorkItemDefaults {
  project_id?: string
  state_id?: string
}

interface ShellDeeds {
  openMenu: () => void
  /** Undefined where nothing may be created. */
  createWorkItem: ((defaults?: WorkItemDefaults) => void) | undefined
  createProject: (() => void) | undefined
}

export type { WorkItemDefaults }

export const ShellContext = createContext<ShellDeeds>({
  openMenu: () => undefined,
  createWorkItem: undefined,
  createProject: undefined,
})

/** What every screen inside the shell may ask it to do. */
export const useShell = () => useContext(ShellContext)
