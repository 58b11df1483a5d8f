import { canChangeView, MEMBER, type View } from '@cairn/contract'
import { Suspense, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useAllProjects } from '#entities/project/hooks.ts'
import { type ListContext, projectOf } from '#entities/work-item-list/list-context.ts'
import type { ListSettings } from '#entities/work-item-list/list-settings.ts'
import type { UnsavedChanges } from '#entities/work-item-list/use-list-settings.ts'
import { Button } from '#ui/controls/button.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { lazy } from '#ui/platform/lazy.ts'
import { Presence } from '#ui/platform/presence.tsx'
import { useChangeView } from './hooks.ts'
import { useViewsRole } from './use-views-role.ts'
import { useViews, type ViewScope } from './view-list.ts'
import { copyOf, fromList, settingsPatch, type ViewStart } from './view-start.ts'

const ViewDialog = lazy(() => import('./view-dialog.tsx'))

interface SaveViewProps {
  context: ListContext
  settings: ListSettings
  unsaved: UnsavedChanges
}

/** Next to a list's filters: saves how it is shown as a view. */
export default function SaveView(props: SaveViewProps) {
  const { context } = props
  const scope = {
    slug: context.slug,
    project_id: projectOf(context) ?? null,
    ...('teamspace_id' in context && { teamspace_id: context.teamspace_id }),
  }
  if (context.kind === 'view' || context.kind === 'team-view')
    return <SavedView {...props} scope={scope} id={context.view_id} />
  if (context.kind !== 'workspace') return <SaveAsNew {...props} scope={scope} />
  return context.saved ? <SavedView {...props} scope={scope} id={context.view} /> : null
}

interface ScopedProps extends SaveViewProps {
  scope: ViewScope
}

/** For the list of a project, cycle or module. */
function SaveAsNew({ context, settings, scope }: ScopedProps) {
  const { t } = useTranslation()
  const { role } = useViewsRole(scope)
  const project = useAllProjects(scope.slug)?.find(({ id }) => id === scope.project_id)
  const [start, setStart] = useState<ViewStart>()
  if (role < MEMBER || !(scope.teamspace_id || project?.issue_views_view)) return null
  return (
    <>
      <Button size="sm" onClick={() => setStart(fromList(context, settings))}>
        {t('views.save')}
      </Button>
      <Asked scope={scope} start={start} onClose={() => setStart(undefined)} />
    </>
  )
}

function SavedView({ id, ...props }: ScopedProps & { id: string }) {
  const view = useViews(props.scope)?.find((one) => one.id === id)
  return view && !view.is_locked && <UnsavedView {...props} view={view} />
}

/** Unsaved changes: save them to the view, to a new one, or discard them. */
function UnsavedView({ settings, unsaved, scope, view }: ScopedProps & { view: View }) {
  const { t } = useTranslation()
  const me = useViewsRole(scope)
  const change = useChangeView(scope)
  const [start, setStart] = useState<ViewStart>()

  function update() {
    change.mutate(
      { id: view.id, patch: settingsPatch(settings, view) },
      {
        onSuccess: () => {
          unsaved.settle()
          toast({ kind: 'success', title: t('views.updated', { name: view.name }) })
        },
      },
    )
  }

  return (
    <>
      {unsaved.differs && (
        <>
          <Button size="sm" variant="ghost" onClick={unsaved.forget}>
            {t('views.reset')}
          </Button>
          {me.role >= MEMBER && (
            <Button size="sm" onClick={() => setStart(copyOf(view, settings))}>
              {t('views.save_as')}
            </Button>
          )}
          {canChangeView(me, view) && (
            <Button size="sm" onClick={update}>
              {t('views.update')}
            </Button>
          )}
        </>
      )}
      <Asked scope={scope} start={start} onClose={() => setStart(undefined)} />
    </>
  )
}

interface AskedProps {
  scope: ViewScope
  start: ViewStart | undefined
  onClose: () => void
}

const Asked = ({ scope, start, onClose }: AskedProps) => (
  <Presence>
    {start && (
      <Suspense>
        <ViewDialog scope={scope} start={start} onClose={onClose} />
      </Suspense>
    )}
  </Presence>
)
