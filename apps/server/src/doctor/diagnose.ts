import type { Config } from '#config'
import { checkBucket } from './check-bucket.ts'
import { checkClock } from './check-clock.ts'
import { checkCluster } from './check-cluster.ts'
import { checkDataFolder } from './check-data-folder.ts'
import { checkDatabase } from './check-database.ts'
import { checkDisk, type DiskLimits } from './check-disk.ts'
import { checkMail } from './check-mail.ts'
import { checkPort } from './check-port.ts'
import { checkProxy } from './check-proxy.ts'
import type { Finding } from './finding.ts'

/**
 * Checks what the server needs with these settings. Data and settings stay as they are; a database in
 * the data folder is started, as a start of the server would, and stopped again.
 */
export async function diagnose(config: Config, limits?: DiskLimits): Promise<Finding[]> {
  const { dataDir, bucket } = config
  // Before the database, which may need the folder and fills the disk.
  const folder = await checkDataFolder(dataDir)
  const disk = await checkDisk(dataDir, limits)
  const database = await checkDatabase(config)
  try {
    return [
      await checkPort(config, database.isRunning),
      ...[folder, disk, database.finding],
      ...[(await checkCluster(config)) ?? []].flat(),
      await checkMail(config, database.open),
      await checkBucket(bucket),
      await checkClock(database.open, bucket),
      checkProxy(config),
    ]
  } finally {
    await database.close()
  }
}
