/** Why the embedded database cannot run: one line for the user at the terminal. */
export class EmbeddedStartError extends Error {
  override name = 'EmbeddedStartError'
  /** Disk space can be freed under a running server; other reasons do not go away. */
  readonly diskFull: boolean

  constructor(
    message: string,
    { cause, diskFull = false }: { cause?: unknown; diskFull?: boolean } = {},
  ) {
    super(message, { cause })
    this.diskFull = diskFull
  }
}

/** Another Cairn has the folder; its database can be reached, though not started again. */
export class DataFolderInUse extends EmbeddedStartError {}

export const saysDiskFull = (text: string) =>
  /No space left on device|Disk quota exceeded/i.test(text)

/** Turns a file system error about the data folder into a line that names the folder. */
export function inOneLine(error: unknown, dataDir: string): Error {
  if (error instanceof EmbeddedStartError) return error
  const { code, path = dataDir } = error as NodeJS.ErrnoException
  const say = (message: string, diskFull = false) =>
    new EmbeddedStartError(message, { cause: error, diskFull })
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
      return say(`The disk that holds the data folder ${dataDir} is full.`, true)
    case 'EACCES':
    case 'EPERM':
      return say(`The data folder ${dataDir} cannot be used: no permission to write ${path}.`)
    case 'EROFS':
      return say(`The data folder ${dataDir} cannot be used: its file system is read-only.`)
    case 'EEXIST':
    case 'ENOTDIR':
      return say(`The data folder ${dataDir} cannot be used: ${path} is a file, not a folder.`)
    default:
      return error instanceof Error ? error : new Error(String(error))
  }
}
