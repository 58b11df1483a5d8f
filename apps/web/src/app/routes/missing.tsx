import { isReservedSlug } from '@cairn/contract'
import { usePathname } from '#ui/router/hooks.ts'
import type { Level } from '#ui/router/routes.ts'
import { workspace } from './root.ts'
import { loadGates, screen } from './screen.tsx'

const InShell = screen(loadGates, 'NotFound')
const NotFoundScreen = screen(loadGates, 'NotFoundScreen')

/** In settings the shell adds no `main`. */
function NotFound() {
  const [, , area] = usePathname().split('/')
  return area === 'settings' ? <NotFoundScreen /> : <InShell />
}

/** The page of an unknown address. */
export function missing(pathname: string): readonly Level[] {
  const [, slug = ''] = pathname.split('/')
  const component = Object.assign(NotFound, { load: InShell.load })
  return isReservedSlug(slug) ? [{ component: NotFoundScreen }] : [workspace, { component }]
}
