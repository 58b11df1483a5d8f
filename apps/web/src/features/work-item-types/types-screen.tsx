import { ADMIN, type WorkItemType } from '@cairn/contract'
import { Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useTypes } from '#entities/work-item-type/hooks.ts'
import { useWorkspace } from '#entities/workspace/hooks.ts'
import { Button } from '#ui/controls/button.tsx'
import { Panel, SettingsPage } from '#ui/controls/form-layout.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { NotAuthorized } from '#ui/feedback/not-authorized.tsx'
import { SkeletonGroup } from '#ui/feedback/skeleton.tsx'
import { SkeletonRows } from '#ui/lists/skeleton-rows.tsx'
import { lazy } from '#ui/platform/lazy.ts'
import { Presence } from '#ui/platform/presence.tsx'
import { usePageTitle } from '#ui/platform/use-page-title.ts'
import { useParams, useSearchValue } from '#ui/router/hooks.ts'
import { useCreateType } from './change-hooks.ts'
import { PropertyPanel } from './property-panel.tsx'
import { NewTypeForm } from './type-form.tsx'
import { TypeRow } from './type-row.tsx'

const DeleteTypeDialog = lazy(() => import('./delete-type-dialog.tsx'))

/** The kinds of work items of the workspace. */
export function TypesScreen() {
  const { t } = useTranslation()
  const { slug } = useParams('/$slug')
  const workspace = useWorkspace(slug)
  usePageTitle(workspace && t('types.page_title', { name: workspace.name }))
  if (!workspace) return null
  if (workspace.role !== ADMIN) return <NotAuthorized />
  return <Types slug={slug} />
}

const offered = [
  ['task', 'square-check', '#3d81d4'],
  ['bug', 'bug', '#ca5747'],
  ['story', 'bookmark', '#659c43'],
] as const
type Offered = (typeof offered)[number]

function Types({ slug }: { slug: string }) {
  const { t } = useTranslation()
  const types = useTypes(slug, true)
  const create = useCreateType({ slug })
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<WorkItemType>()
  const empty = types?.every(({ is_epic }) => is_epic) && !adding
  const wanted = useSearchValue('type')
  const chosen = types?.find(({ id }) => id === wanted) ?? types?.[0]

  /** One after the other: each is added after the previous one. */
  function createOffered([first, ...others]: readonly Offered[] = offered) {
    if (!first) return
    const [key, name, color] = first
    const logo_props = { in_use: 'icon', icon: { name, color } }
    const description = t(`types.first.${key}_text`)
    create.mutate(
      { name: t(`types.first.${key}`), description, logo_props },
      { onSuccess: () => createOffered(others) },
    )
  }

  const add = (
    <Button variant={empty ? 'secondary' : 'primary'} icon={Plus} onClick={() => setAdding(true)}>
      {t('types.new')}
    </Button>
  )

  return (
    <SettingsPage
      title={t('types.title')}
      description={t('types.text')}
      action={types && !empty && add}
    >
      <div className="mt-6">
        {!types ? (
          <SkeletonGroup>
            <SkeletonRows count={4} />
          </SkeletonGroup>
        ) : empty ? (
          <EmptyState
            title={t('types.empty_title')}
            action={
              <span className="flex flex-wrap justify-center gap-2">
                <Button variant="primary" onClick={() => createOffered()}>
                  {t('types.use_first')}
                </Button>
                {add}
              </span>
            }
          >
            {t('types.empty_text')}
          </EmptyState>
        ) : null}
        {types && (
          <Panel>
            <Presence>
              {adding && <NewTypeForm slug={slug} onClose={() => setAdding(false)} />}
            </Presence>
            {!empty && (
              <ul className="divide-y divide-line-subtle">
                {types.map((type) => (
                  <li key={type.id}>
                    <TypeRow
                      slug={slug}
                      type={type}
                      types={types}
                      isChosen={type === chosen}
                      onRemove={() => setRemoving(type)}
                    />
                  </li>
                ))}
              </ul>
            )}
          </Panel>
        )}
        {!empty && chosen && <PropertyPanel key={chosen.id} slug={slug} type={chosen} />}
      </div>
      <Suspense>
        <Presence>
          {removing && types && (
            <DeleteTypeDialog
              slug={slug}
              type={removing}
              types={types}
              onClose={() => setRemoving(undefined)}
            />
          )}
        </Presence>
      </Suspense>
    </SettingsPage>
  )
}
