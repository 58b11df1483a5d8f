import { runCommand } from './command.ts'
import { restore } from './commands/restore.ts'

/** `npm run restore -- FILE [--force]` */
await runCommand(restore)
