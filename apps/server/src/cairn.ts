// Must be first: a signal may arrive while the rest is loaded.
import './stop-signal.ts'
import { type Call, runCommand, say } from './command.ts'
import { cacheCompiledCode } from './compile-cache.ts'

interface Command {
  args?: string
  about: string
  load(): Promise<(call: Call) => Promise<void>>
}

/** Each is loaded when it is called. */
const commands = new Map<string, Command>(
  Object.entries({
    start: {
      about: 'Start the server, with its own PostgreSQL unless DATABASE_URL is set',
      load: async () => (await import('./commands/start.ts')).start,
    },
    backup: {
      args: 'FILE [--encrypt]',
      about: 'Write everything to one file, also while the server runs',
      load: async () => (await import('./commands/backup.ts')).backup,
    },
    restore: {
      args: 'FILE [--force] [--to MOMENT]',
      about: 'Restore a backup, or a moment of an archive; --force replaces existing data',
      load: async () => (await import('./commands/restore.ts')).restore,
    },
    migrate: {
      about: 'Bring the database up to this version without starting the server',
      load: async () => (await import('./commands/migrate.ts')).migrate,
    },
    demo: {
      args: '[--remove]',
      about: 'Add a demo workspace, or remove all of them',
      load: async () => (await import('./commands/demo.ts')).demo,
    },
    doctor: {
      about: 'Check the settings and everything the server needs, and say what to do',
      load: async () => (await import('./commands/doctor.ts')).doctor,
    },
    health: {
      about: 'Ask the running server whether it works, for the health check of a container',
      load: async () => (await import('./commands/health.ts')).health,
    },
    version: {
      about: 'Print the version',
      load: async () => (await import('./commands/version.ts')).printVersion,
    },
    help: { about: 'Print this list', load: async () => async () => say(help()) },
  }),
)

const spell = (command: string, args?: string) => `cairn ${command}${args ? ` ${args}` : ''}`

function help(): string {
  const rows = [...commands].map(([name, { args, about }]) => ({
    call: spell(name, args),
    about,
  }))
  const width = Math.max(...rows.map(({ call }) => call.length))
  return rows.map(({ call, about }) => `${call.padEnd(width)}  ${about}`).join('\n')
}

/** The command line of a release: `cairn COMMAND`. */
async function cairn() {
  cacheCompiledCode()
  const [given, ...args] = process.argv.slice(2)
  const name = given === '--help' ? 'help' : given === '--version' ? 'version' : given
  const command = commands.get(name ?? '')
  if (!command) {
    const problem = name ? `There is no command "${name}".` : 'Say what to do.'
    process.stderr.write(`${problem}\n\n${help()}\n`)
    process.exitCode = 2
    return
  }
  await runCommand(await command.load(), { args, spell })
}

void cairn()
