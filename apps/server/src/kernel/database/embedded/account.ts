import { readFile, stat } from 'node:fs/promises'
import { EmbeddedStartError } from './start-error.ts'

/** Who PostgreSQL runs as when Cairn itself is root, which PostgreSQL refuses to be. */
export interface Account {
  name: string
  uid: number
  gid: number
}

/** Undefined for an ordinary user: PostgreSQL then runs as that user. */
export async function databaseAccount(database: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const accounts = await readAccounts()

  // An existing database stays with its owner, also one that an ordinary user began.
  const owner = await stat(database).catch(() => undefined)
  if (owner && owner.uid !== 0) {
    const name = accounts.find(({ uid }) => uid === owner.uid)?.name ?? `user ${owner.uid}`
    return { name, uid: owner.uid, gid: owner.gid }
  }

  const account = ['cairn', 'nobody']
    .map((wanted) => accounts.find(({ name, uid }) => name === wanted && uid !== 0))
    .find((found) => found !== undefined)
  if (account) return account
  throw new EmbeddedStartError(
    'PostgreSQL does not run as root and there is no user "nobody": start Cairn as another user.',
  )
}

async function readAccounts(): Promise<Account[]> {
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n')
  return lines.flatMap((line) => {
    const [name, , uid, gid] = line.split(':')
    // macOS writes nobody as -2; chown wants the unsigned form.
    return name && uid && gid ? [{ name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }] : []
  })
}
