import { runCommand } from './command.ts'
import { demo } from './commands/demo.ts'

/** `npm run demo`, `npm run demo -- --remove` */
await runCommand(demo)
