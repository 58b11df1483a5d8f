import type { Migrations } from '#kernel/database/migrate.ts'
import * as foundation from './0001_foundation.ts'
import * as accounts from './0002_accounts.ts'
import * as invitations from './0003_invitations.ts'
import * as instance from './0004_instance.ts'
import * as oauth from './0005_oauth.ts'
import * as assets from './0006_assets.ts'
import * as people from './0007_people.ts'
import * as projects from './0008_projects.ts'
import * as workItemEngine from './0009_work_item_engine.ts'
import * as draftsAndSearch from './0010_drafts_and_search.ts'
import * as sidebarPreferences from './0011_sidebar_preferences.ts'

export const migrations: Migrations = {
  '0001_foundation': foundation,
  '0002_accounts': accounts,
  '0003_invitations': invitations,
  '0004_instance': instance,
  '0005_oauth': oauth,
  '0006_assets': assets,
  '0007_people': people,
  '0008_projects': projects,
  '0009_work_item_engine': workItemEngine,
  '0010_drafts_and_search': draftsAndSearch,
  '0011_sidebar_preferences': sidebarPreferences,
}
