import { type Call, optionsGiven, say } from '../command.ts'
import { version } from '../version.ts'

export async function printVersion({ args }: Call): Promise<void> {
  optionsGiven(args, {})
  say(`Cairn ${version}, Node ${process.versions.node}, ${process.platform}-${process.arch}`)
}
