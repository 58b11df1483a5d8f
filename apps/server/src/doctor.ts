import { runCommand } from './command.ts'
import { doctor } from './commands/doctor.ts'

/** `npm run doctor` */
await runCommand(doctor)
