import type { Stats } from 'node:fs'
import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Account } from './account.ts'

export function mayEnter(folder: Stats, account: Account): boolean {
  if (folder.uid === account.uid) return (folder.mode & 0o100) !== 0
  if (folder.gid === account.gid) return (folder.mode & 0o010) !== 0
  return (folder.mode & 0o001) !== 0
}

/** The outermost folder on the path of a file that the account cannot traverse. */
export async function closedFolder(path: string, account: Account): Promise<string | undefined> {
  const folder = dirname(path)
  const outer = folder === path ? undefined : await closedFolder(folder, account)
  if (outer) return outer
  const found = await stat(path).catch(() => undefined)
  return found?.isDirectory() && !mayEnter(found, account) ? path : undefined
}
