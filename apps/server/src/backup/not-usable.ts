/** Why a backup cannot be made or restored: one line for the person at the terminal. */
export class BackupNotUsable extends Error {
  override name = 'BackupNotUsable'
}
