import type { NewPage } from '@cairn/contract'
import { latestLocation, navigate } from '#ui/router/router.ts'
import { useCreatePage } from './hooks.ts'
import { awaitTitle } from './new-title.ts'
import { setBranchOpen } from './open-branches.ts'
import { pageAddress } from './page-address.ts'
import type { PageScope } from './page-list.ts'

/** Creates a page without a name and opens it. */
export function useAddPage(scope: PageScope) {
  const create = useCreatePage(scope)
  return (body: Pick<NewPage, 'access' | 'parent'>) => {
    const from = latestLocation().href
    if (body.parent) setBranchOpen(body.parent, true)
    const id = create.mutate(body, {
      onFailure: () => {
        // If the page was opened, it does not exist now.
        if (latestLocation().href.includes(id)) void navigate({ to: from })
      },
    })
    awaitTitle(id)
    const to: string = pageAddress(scope, { id })
    void navigate({ to })
  }
}
