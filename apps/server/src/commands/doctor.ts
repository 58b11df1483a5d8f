import { type Call, optionsGiven, say } from '../command.ts'
import { readConfig } from '../config.ts'
import { diagnose } from '../doctor/diagnose.ts'

/** Says for each check what was found and what to do; ends with code 1 if there is a problem. */
export async function doctor({ args }: Call): Promise<void> {
  optionsGiven(args, {})
  const findings = await diagnose(readConfig(process.env))
  for (const { check, level, text } of findings) {
    say(`${level.padEnd(7)}  ${check.padEnd(13)}  ${text}`)
  }
  if (findings.some(({ level }) => level === 'problem')) process.exitCode = 1
}
