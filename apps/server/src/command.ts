import path from 'node:path'
import { parseArgs } from 'node:util'
import { ConfigNotValid } from './config.ts'
import { EmbeddedStartError } from './kernel/database/embedded/start-error.ts'
import { isDatabaseAway } from './kernel/http/errors.ts'
import { Refusal } from './refusal.ts'

/** The one file a command is about, as whoever typed it meant it: npm runs scripts elsewhere. */
export function fileGiven(usage: string): { file: string; force: boolean } {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { force: { type: 'boolean', default: false } },
  })
  const [given, ...more] = positionals
  if (!given || more.length > 0) throw new Refusal(usage)
  return { file: path.resolve(process.env.INIT_CWD ?? '', given), force: values.force }
}

/** Runs a command; what went wrong for a reason a person can remove is one line. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    process.exitCode = 1
    process.stderr.write(`${sentenceOf(error)}\n`)
  }
}

function sentenceOf(error: unknown): string {
  const { message, stack, code = '' } = error as Error & { code?: string }
  if (isDatabaseAway(error)) return `The database cannot be reached: ${message}`
  const isPlain =
    [Refusal, ConfigNotValid, EmbeddedStartError].some((kind) => error instanceof kind) ||
    code.startsWith('ERR_PARSE_ARGS')
  return (isPlain ? message : stack) ?? message
}

export const counted = (count: number, thing: string) =>
  `${count} ${thing}${count === 1 ? '' : 's'}`

const units = ['bytes', 'KB', 'MB', 'GB', 'TB']

export function readableSize(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1)
  const value = bytes / 1000 ** power
  return `${power === 0 ? value : value.toFixed(1)} ${units[power]}`
}
