import path from 'node:path'

/** All archives of a backup folder, and the files that their databases refer to. */
export const pointInTimeFolder = (backupDir: string) => path.join(backupDir, 'point-in-time')

/** The name of the archive that this database writes to. It is not part of the database. */
export const currentArchive = (postgresFolder: string) => path.join(postgresFolder, 'archive')

/** A point-in-time folder has several archives if its database was restored, or archiving was off. */
export const inArchive = (archive: string) => ({
  /** Segments of the write-ahead log. */
  log: path.join(archive, 'log'),
  bases: archive,
})

/** Copies of uploaded files. */
export const copiedFiles = (folder: string) => path.join(folder, 'files')
