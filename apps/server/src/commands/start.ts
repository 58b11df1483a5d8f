import { type Call, optionsGiven } from '../command.ts'

export async function start({ args }: Call): Promise<void> {
  optionsGiven(args, {})
  // Not awaited: the server handles signals itself.
  void import('../start.ts')
}
