import type { Migrations } from '#kernel/database/migrate.ts'
import * as foundation from './0001_foundation.ts'

export const migrations: Migrations = {
  '0001_foundation': foundation,
}
