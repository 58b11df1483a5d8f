import { canManageProjectTemplate, type ProjectTemplate } from '@cairn/contract'
import { Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useMe } from '#entities/account/hooks.ts'
import { useRemoveProjectTemplate } from '#entities/project-template/change-hooks.ts'
import { useProjectTemplates } from '#entities/project-template/hooks.ts'
import { useTemplateText } from '#entities/project-template/template-text.ts'
import { useWorkspace } from '#entities/workspace/hooks.ts'
import { Panel, SettingsPage } from '#ui/controls/form-layout.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { SkeletonRows } from '#ui/lists/skeleton-rows.tsx'
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx'
import { Menu } from '#ui/overlays/menu.tsx'
import { lazy } from '#ui/platform/lazy.ts'
import { Presence } from '#ui/platform/presence.tsx'
import { usePageTitle } from '#ui/platform/use-page-title.ts'
import { useParams } from '#ui/router/hooks.ts'

const ProjectTemplateDialog = lazy(
  () => import('#entities/project-template/project-template-dialog.tsx'),
)

/** The templates for new projects of a workspace. */
export function ProjectTemplatesScreen() {
  const { t } = useTranslation()
  const { slug } = useParams('/$slug')
  const workspace = useWorkspace(slug)
  usePageTitle(t('project_templates.page_title', { name: workspace?.name ?? '' }))
  const templates = useProjectTemplates(slug)
  const remove = useRemoveProjectTemplate({ slug })
  const [edited, setEdited] = useState<ProjectTemplate>()
  const [removed, setRemoved] = useState<ProjectTemplate>()

  function list() {
    if (!templates) return <SkeletonRows count={3} />
    if (templates.length === 0) {
      return (
        <EmptyState title={t('project_templates.none')}>
          {t('project_templates.none_text')}
        </EmptyState>
      )
    }
    return (
      <Panel>
        <ul aria-label={t('project_templates.title')} className="divide-y divide-line-subtle">
          {templates.map((template) => (
            <li key={template.id}>
              <TemplateRow
                template={template}
                workspace_role={workspace?.role ?? 0}
                onEdit={() => setEdited(template)}
                onRemove={() => setRemoved(template)}
              />
            </li>
          ))}
        </ul>
      </Panel>
    )
  }

  return (
    <SettingsPage title={t('project_templates.title')} description={t('project_templates.text')}>
      <div className="mt-6">{list()}</div>
      <Suspense>
        <Presence>
          {edited && (
            <ProjectTemplateDialog
              slug={slug}
              from={{ template: edited }}
              onClose={() => setEdited(undefined)}
            />
          )}
        </Presence>
      </Suspense>
      {removed && (
        <ConfirmDialog
          open
          title={t('project_templates.delete_question', { name: removed.name })}
          confirmLabel={t('project_templates.delete')}
          onClose={() => setRemoved(undefined)}
          onConfirm={() => {
            setRemoved(undefined)
            remove.mutate(removed.id)
          }}
        >
          {t('project_templates.delete_text')}
        </ConfirmDialog>
      )}
    </SettingsPage>
  )
}

interface TemplateRowProps {
  template: ProjectTemplate
  workspace_role: number
  onEdit: () => void
  onRemove: () => void
}

function TemplateRow({ template, workspace_role, onEdit, onRemove }: TemplateRowProps) {
  const { t } = useTranslation()
  const { id: user_id } = useMe()
  const textOf = useTemplateText()
  const { name, description } = template
  return (
    <div className="flex min-h-10.5 items-center gap-2.5 py-2 pr-2 pl-4">
      <div className="min-w-0 grow">
        <p className="truncate font-medium">{name}</p>
        {description && <p className="wrap-anywhere">{description}</p>}
        <p className="text-small text-ink-2">{textOf(template)}</p>
      </div>
      {canManageProjectTemplate({ user_id, workspace_role }, template) && (
        <Menu
          align="end"
          trigger={
            <IconButton size="sm" icon={Ellipsis} label={t('states.actions_for', { name })} />
          }
          items={[
            {
              label: t('project_templates.edit'),
              icon: Pencil,
              opens: 'dialog',
              onSelect: onEdit,
            },
            {
              label: t('project_templates.delete'),
              icon: Trash2,
              danger: true,
              opens: 'dialog',
              onSelect: onRemove,
            },
          ]}
        />
      )}
    </div>
  )
}
