import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { Refusal } from '../refusal.ts'

export const PASSPHRASE = 'BACKUP_PASSPHRASE'

/** From the environment, or typed into the terminal, which does not show it. */
export async function readPassphrase(): Promise<string> {
  const given = process.env[PASSPHRASE]
  if (given) return given
  if (!process.stdin.isTTY) {
    throw new Refusal(`The passphrase is missing: set the environment variable ${PASSPHRASE}.`)
  }
  process.stderr.write('Passphrase: ')
  const output = new Writable({ write: (_chunk, _encoding, done) => done() })
  const terminal = createInterface({ input: process.stdin, output, terminal: true })
  const typed = await terminal.question('').finally(() => terminal.close())
  process.stderr.write('\n')
  if (!typed) throw new Refusal('The passphrase is empty.')
  return typed
}
