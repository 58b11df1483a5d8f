import { redirect } from '#ui/router/router.ts'
import type { Level, Visit } from '#ui/router/routes.ts'
import { screen } from './screen.tsx'

export const level = <Module>(
  load: () => Promise<Module>,
  name: keyof Module,
  before?: Level['before'],
): Level => ({ component: screen(load, name), ...(before && { before }) })

/** A page without a frame, or within the one it is listed in. */
export const page = <Module>(
  load: () => Promise<Module>,
  name: keyof Module,
  before?: Level['before'],
): readonly Level[] => [level(load, name, before)]

/** A former address; its query is kept. */
export const moved = (to: (params: Record<string, string>) => string): readonly Level[] => [
  {
    before: ({ params, location }: Visit) => {
      throw redirect(to(params) + location.searchStr)
    },
  },
]
