import { type Call, optionsGiven } from '../command.ts'

export async function start({ args }: Call): Promise<void> {
  optionsGiven(args, {})
  await import('../start.ts')
}
