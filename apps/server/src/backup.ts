import { runCommand } from './command.ts'
import { backup } from './commands/backup.ts'

/** `npm run backup -- FILE [--encrypt]` */
await runCommand(backup)
