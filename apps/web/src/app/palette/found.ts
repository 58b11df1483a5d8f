import { matches } from '#ui/controls/combobox-options.ts'
import {
  type Command,
  type CommandGroup,
  type CommandPage,
  isPossible,
} from '#ui/platform/commands.ts'

const groups: readonly CommandGroup[] = [
  'item',
  'recent',
  'create',
  'project',
  'go',
  'settings',
  'account',
  'help',
]

export interface FoundGroup {
  group: CommandGroup
  commands: Command[]
}

/** Commands whose name matches come before those that only contain the words. */
function distance({ label }: Command, wanted: string): number {
  const at = label.toLowerCase().indexOf(wanted.toLowerCase())
  return at === 0 ? 0 : at > 0 ? 1 : 2
}

/**
 * What the palette shows. On the first page typing also searches the other pages, so that users
 * need not know where a command is.
 */
export function findCommands(
  commands: readonly Command[],
  page: CommandPage | undefined,
  typed: string,
): FoundGroup[] {
  const wanted = typed.trim()
  const found = commands.filter(
    (command) =>
      isPossible(command) &&
      !command.hidden &&
      (command.on === page || (!page && wanted !== '')) &&
      matches({ ...command, value: command.id }, wanted),
  )
  if (wanted) found.sort((one, other) => distance(one, wanted) - distance(other, wanted))
  return groups
    .map((group) => ({ group, commands: found.filter((command) => command.group === group) }))
    .filter(({ commands: own }) => own.length > 0)
}
