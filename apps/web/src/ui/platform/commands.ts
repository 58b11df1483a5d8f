import { useEffect, useId, useSyncExternalStore } from 'react'
import type { IconLike } from '../icons/icon.tsx'

/** `item` is the open work item, `found_…` are search results, `search` a wider search. */
export type CommandGroup =
  | ('recent' | 'item' | 'create' | 'go' | 'project' | 'settings' | 'account' | 'help')
  | ('found_items' | 'found_cycles' | 'found_modules' | 'found_views')
  | ('found_pages' | 'found_projects' | 'found_workspaces' | 'search')

/** Commands grouped behind one: "Change interface theme…". */
export type CommandPage =
  | ('themes' | 'projects' | 'workspaces' | 'settings')
  | ('item_states' | 'item_priorities' | 'item_assignees')

/**
 * A command. The palette lists it, the keyboard runs it, and the list of shortcuts names it, all
 * from here.
 */
export interface Command {
  /** Unique: `project.create`. */
  id: string
  group: CommandGroup
  label: string
  icon?: IconLike
  /** Muted, before the label: "TRAIL-412". */
  prefix?: string
  /** Muted, at the right. */
  hint?: string
  /** Additional search terms. */
  keywords?: string
  /** Works anywhere on the page: `c`, `mod+k`. */
  shortcut?: string
  /** Only displayed: the keys are handled elsewhere, for example the sequence `g i`. */
  keys?: string | undefined
  /** Also works inside a field. */
  whileTyping?: boolean
  /** Shown on this page; by default on the first. */
  on?: CommandPage
  /** Opens this page. */
  opens?: CommandPage
  /** A place of the app: can be opened in a new tab as well. */
  href?: string
  checked?: boolean
  /** The palette stays open, for the next of its kind. */
  stays?: boolean
  /** The subject of the command, which the palette shows and can drop: "TRAIL-412". */
  of?: string
  /**
   * If undefined, with `href` and `opens` undefined too: the user is not allowed, and the palette
   * hides it.
   */
  run?: () => void
  /** Shown when a user without permission presses its key. */
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

/** Registers the commands of a feature while it is mounted. */
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

/** All registered commands. */
export const useRegisteredCommands = () => useSyncExternalStore(subscribe, () => registered)

export const findByShortcut = (key: string) => registered.find(({ shortcut }) => shortcut === key)

export const isPossible = ({ run, href, opens }: Command) => Boolean(run ?? href ?? opens)
