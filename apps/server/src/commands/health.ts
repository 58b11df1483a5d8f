import { type Call, optionsGiven, say } from '../command.ts'
import { readConfig } from '../config.ts'
import { healthAddress } from '../doctor/check-port.ts'
import { reasonOf } from '../doctor/finding.ts'
import { Refusal } from '../refusal.ts'

const PATIENCE_MS = 5_000

/** Ends with 0 only if the server on this machine answers that it works. */
export async function health({ args }: Call): Promise<void> {
  optionsGiven(args, {})
  const address = healthAddress(readConfig(process.env))
  const response = await fetch(address, { signal: AbortSignal.timeout(PATIENCE_MS) }).catch(
    ({ cause, message }: Error) => {
      throw new Refusal(`${address} does not answer: ${reasonOf(cause ?? { message })}.`)
    },
  )
  const body = await response.text()
  if (!response.ok) throw new Refusal(body)
  say(body)
}
