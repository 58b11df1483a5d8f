import type { Migrations } from '#kernel/database/migrate.ts'
import * as foundation from './0001_foundation.ts'
import * as accounts from './0002_accounts.ts'
import * as invitations from './0003_invitations.ts'
import * as instance from './0004_instance.ts'

export const migrations: Migrations = {
  '0001_foundation': foundation,
  '0002_accounts': accounts,
  '0003_invitations': invitations,
  '0004_instance': instance,
}
