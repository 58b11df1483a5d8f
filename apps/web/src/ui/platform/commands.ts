import { useEffect, useId, useSyncExternalStore } from 'react'
import type { IconLike } from '../icons/icon.tsx'

/** `item` is of the work item one looks at, `found_…` what a search found, `search` a wider one. */
export type CommandGroup =
  | ('item' | 'create' | 'go' | 'project' | 'settings' | 'account' | 'help')
  | ('found_items' | 'found_cycles' | 'found_modules' | 'found_views')
  | ('found_pages' | 'found_projects' | 'found_workspaces' | 'search')

/** Commands that stand together behind one: "Change interface theme…". */
export type CommandPage =
  | ('themes' | 'projects' | 'workspaces' | 'settings')
  | ('item_states' | 'item_priorities' | 'item_assignees')

/**
 * One thing a person can do. The palette offers it, the keyboard runs it, and the list of shortcuts
 * names it: all three from here.
 */
export interface Command {
  /** Unique: `project.create`. */
  id: string
  group: CommandGroup
  label: string
  icon?: IconLike
  /** Quiet, before the label: "TRAIL-412". */
  prefix?: string
  /** Quiet, at the right. */
  hint?: string
  /** Found by these words, too. */
  keywords?: string
  /** Works anywhere on the page: `c`, `mod+k`. */
  shortcut?: string
  /** Also from within a field. */
  whileTyping?: boolean
  /** On this page; the first one without. */
  on?: CommandPage
  /** Leads to this page. */
  opens?: CommandPage
  /** A place of the app: can be opened in a new tab as well. */
  href?: string
  checked?: boolean
  /** The palette stays open, for the next of its kind. */
  stays?: boolean
  /** Of one thing, which the palette names and lets go of: "TRAIL-412". */
  of?: string
  /** Missing with `href` and `opens` missing, too: this person may not, and the palette is silent about it. */
  run?: () => void
  /** Said when its key is pressed by somebody who may not. */
  refusal?: string
  /** Not worth a row in the palette: the palette itself. */
  hidden?: boolean
}

const sources = new Map<string, readonly Command[]>()
const listeners = new Set<() => void>()
let registered: readonly Command[] = []

function publish() {
  registered = [...sources.values()].flat()
  for (const listener of listeners) listener()
}

/** Registers what a feature can do, for as long as it is on the screen. */
export function useCommands(commands: readonly Command[]) {
  const id = useId()
  useEffect(() => {
    sources.set(id, commands)
    publish()
  })
  useEffect(
    () => () => {
      sources.delete(id)
      publish()
    },
    [id],
  )
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Everything that is registered now. */
export const useRegisteredCommands = () => useSyncExternalStore(subscribe, () => registered)

export const findByShortcut = (key: string) => registered.find(({ shortcut }) => shortcut === key)

export const isPossible = ({ run, href, opens }: Command) => Boolean(run ?? href ?? opens)
