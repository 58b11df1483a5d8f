import type { NewPage } from '@cairn/contract'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useCreatePage } from './hooks.ts'
import { awaitTitle } from './new-title.ts'
import { setBranchOpen } from './open-branches.ts'
import { pageAddress } from './page-address.ts'
import type { PageScope } from './page-list.ts'

/** Creates a page without a name and opens it. */
export function useAddPage(scope: PageScope) {
  const navigate = useNavigate()
  const router = useRouter()
  const create = useCreatePage(scope)
  return (body: Pick<NewPage, 'access' | 'parent'>) => {
    const from = router.latestLocation.href
    if (body.parent) setBranchOpen(body.parent, true)
    const id = create.mutate(body, {
      onFailure: () => {
        // If the page was opened, it does not exist now.
        if (router.latestLocation.href.includes(id)) void navigate({ to: from })
      },
    })
    awaitTitle(id)
    const to: string = pageAddress(scope, { id })
    void navigate({ to })
  }
}
