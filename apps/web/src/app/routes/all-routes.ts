import { accountRoutes } from './accounts.ts'
import { godModeRoutes } from './god-mode.ts'
import { page } from './page.ts'
import { settingsRoutes } from './settings.ts'
import { spacesRoutes } from './spaces.ts'
import { workspaceRoutes } from './workspace.ts'

export { missing } from './missing.tsx'

export const routes = {
  ...godModeRoutes,
  ...accountRoutes,
  ...spacesRoutes,
  ...workspaceRoutes,
  ...settingsRoutes,
  // Decided at build time: the gallery of the design system is not shipped.
  ...(import.meta.env.DEV && {
    '/dev/ui/': page(() => import('#features/dev-ui/dev-ui-screen.tsx'), 'DevUiScreen'),
  }),
}
