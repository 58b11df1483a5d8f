import { matches } from '#ui/combobox-options.ts'
import { type Command, type CommandGroup, type CommandPage, isPossible } from './commands.ts'

const groups: readonly CommandGroup[] = ['create', 'project', 'go', 'settings', 'account', 'help']

export interface FoundGroup {
  group: CommandGroup
  commands: Command[]
}

/**
 * What the palette shows. On the first page typing also finds what the other pages hold, so that
 * nobody has to know where a thing is.
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
  return groups
    .map((group) => ({ group, commands: found.filter((command) => command.group === group) }))
    .filter(({ commands: own }) => own.length > 0)
}
