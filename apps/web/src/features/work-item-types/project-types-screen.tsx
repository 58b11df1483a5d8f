import { ADMIN, type Project } from '@cairn/contract'
import { useTranslation } from '#data/i18n.ts'
import { useChangeProject } from '#entities/project/change-hooks.ts'
import { useSettingsProject } from '#entities/project/use-settings-project.ts'
import { useTypes } from '#entities/work-item-type/hooks.ts'
import { TypeIcon } from '#entities/work-item-type/type-icon.tsx'
import { useWorkspace } from '#entities/workspace/hooks.ts'
import { Button } from '#ui/controls/button.tsx'
import { Panel, SettingsPage } from '#ui/controls/form-layout.tsx'
import { Switch } from '#ui/controls/switch.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { NotAuthorized } from '#ui/feedback/not-authorized.tsx'
import { Tag } from '#ui/people/badge.tsx'
import { Link } from '#ui/router/link.tsx'
import { TypeText } from './type-row.tsx'

/** The workspace types the project uses, and the default type of its items. */
export function ProjectTypesScreen() {
  const { t } = useTranslation()
  const { slug, project } = useSettingsProject((name) => t('types.page_title', { name }))
  const change = useChangeProject(slug, project?.id ?? '')
  const workspace = useWorkspace(slug)
  if (!project || !workspace) return null
  if (project.member_role !== ADMIN) {
    return <NotAuthorized text={t('project_settings.not_authorized')} />
  }
  const defining = workspace.role === ADMIN && (
    <Link to="/$slug/settings/types/" params={{ slug }} className="link">
      {t('types.define')}
    </Link>
  )
  return (
    <SettingsPage title={t('types.title')} description={t('types.project_text')} action={defining}>
      <div className="mt-6">
        {project.is_issue_type_enabled ? (
          <ProjectTypes slug={slug} project={project} />
        ) : (
          <EmptyState
            title={t('types.off_title')}
            action={
              <Button
                variant="primary"
                onClick={() => change.mutate({ is_issue_type_enabled: true })}
              >
                {t('types.use')}
              </Button>
            }
          >
            {t('types.off_text')}
          </EmptyState>
        )}
      </div>
    </SettingsPage>
  )
}

function ProjectTypes({ slug, project }: { slug: string; project: Project }) {
  const { t } = useTranslation()
  const types = useTypes(slug, true)
  const change = useChangeProject(slug, project.id)
  const { type_ids, default_type } = project
  const offered = types?.filter(({ id, is_epic, is_active }) => {
    return !is_epic && (is_active || type_ids.includes(id))
  })

  function choose(id: string, on: boolean) {
    const chosen = on ? [...type_ids, id] : type_ids.filter((one) => one !== id)
    change.mutate({ type_ids: chosen })
  }

  return (
    <Panel>
      <ul className="divide-y divide-line-subtle">
        {offered?.map((type) => {
          const { id, name, description } = type
          const isUsed = type_ids.includes(id)
          const isDefault = id === default_type
          return (
            <li key={id} className="flex min-h-10.5 items-center gap-2.5 py-1 pr-3 pl-4">
              <TypeText name={name} description={description}>
                <TypeIcon type={type} />
              </TypeText>
              {isDefault && <Tag>{t('types.default')}</Tag>}
              {isUsed && !isDefault && type.is_active && (
                <Button
                  size="sm"
                  variant="ghost"
                  aria-label={t('types.make_default_named', { name })}
                  onClick={() => change.mutate({ default_type: id })}
                >
                  {t('types.make_default')}
                </Button>
              )}
              <Switch
                aria-label={t('types.use_named', { name })}
                checked={isUsed}
                // The last type stays on: without any, there would be nothing to turn back on
                // elsewhere.
                disabled={isUsed && type_ids.length === 1}
                onChange={(on) => choose(id, on)}
              />
            </li>
          )
        })}
      </ul>
    </Panel>
  )
}
