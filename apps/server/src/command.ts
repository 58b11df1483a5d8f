import path from 'node:path'
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util'
import { ConfigNotValid } from './config.ts'
import { EmbeddedStartError } from './kernel/database/embedded/start-error.ts'
import { DatabaseTooNew, MigrationFailed } from './kernel/database/migrate.ts'
import { DatabaseTooOld } from './kernel/database/server-version.ts'
import { isDatabaseAway } from './kernel/http/errors.ts'
import { Refusal, WrongCall } from './refusal.ts'
import { stopSignal } from './stop-signal.ts'

/** How a user called a command. */
export interface Call {
  args: string[]
  /** How to call a command the same way, for messages. */
  spell(command: string, args?: string): string
}

/** `npm run backup -- FILE` */
const npmCall = (): Call => ({
  args: process.argv.slice(2),
  spell: (command, args) =>
    `npm ${command === 'start' ? '' : 'run '}${command}${args ? ` -- ${args}` : ''}`,
})

/**
 * The file argument, relative to the folder the user ran npm in: npm runs scripts in another one.
 */
export const fileAt = (given: string) => path.resolve(process.env.INIT_CWD ?? '', given)

/** One file, and options. */
export function fileGiven<T extends ParseArgsOptionsConfig>(
  args: string[],
  usage: string,
  options: T,
) {
  const { positionals, values } = parseArgs({ args, allowPositionals: true, options })
  const [given, ...more] = positionals
  if (!given || more.length > 0) throw new WrongCall(usage)
  return { file: fileAt(given), values }
}

/** For commands that take nothing but options. */
export const optionsGiven = <T extends ParseArgsOptionsConfig>(args: string[], options: T) =>
  parseArgs({ args, options }).values

/** Runs a command; prints one line for errors the user can fix. */
export async function runCommand(
  work: (call: Call) => Promise<void>,
  call = npmCall(),
): Promise<void> {
  // An exit, unlike death by the signal, stops a database that the command started.
  const end = () => process.exit(130)
  stopSignal.addEventListener('abort', end)
  if (stopSignal.aborted) end()
  try {
    await work(call)
  } catch (error) {
    process.exitCode = isAboutArguments(error) ? 2 : 1
    process.stderr.write(`${sentenceOf(error)}\n`)
  } finally {
    stopSignal.removeEventListener('abort', end)
  }
}

const isAboutArguments = (error: unknown) =>
  error instanceof WrongCall ||
  String((error as { code?: string }).code).startsWith('ERR_PARSE_ARGS')

const plain = [
  ...[Refusal, ConfigNotValid, EmbeddedStartError],
  ...[DatabaseTooNew, DatabaseTooOld, MigrationFailed],
]

function sentenceOf(error: unknown): string {
  const { message, stack } = error as Error
  if (isDatabaseAway(error)) return `The database cannot be reached: ${message}`
  const isPlain = plain.some((kind) => error instanceof kind) || isAboutArguments(error)
  return (isPlain ? message : stack) ?? message
}

export const say = (line: string) => void process.stdout.write(`${line}\n`)

export const counted = (count: number, thing: string) =>
  `${count} ${thing}${count === 1 ? '' : 's'}`

const units = ['bytes', 'KB', 'MB', 'GB', 'TB']

export function readableSize(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1)
  const value = bytes / 1000 ** power
  return `${power === 0 ? value : value.toFixed(1)} ${units[power]}`
}
