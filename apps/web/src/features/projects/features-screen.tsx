import { ADMIN } from '@cairn/contract'
import { Boxes, FileText, Inbox, IterationCw, Layers, Shapes, Timer, Zap } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { useChangeProject } from '#entities/project/change-hooks.ts'
import { useSettingsProject } from '#entities/project/use-settings-project.ts'
import { SettingRow } from '#ui/controls/field.tsx'
import { SettingsPage, SettingsSection } from '#ui/controls/form-layout.tsx'
import { Switch } from '#ui/controls/switch.tsx'
import { NotAuthorized } from '#ui/feedback/not-authorized.tsx'
import { Icon } from '#ui/icons/icon.tsx'

/** Features that have a screen; one without a screen yet is not offered. */
const features = [
  { name: 'cycles', icon: IterationCw, flag: 'cycle_view' },
  { name: 'modules', icon: Boxes, flag: 'module_view' },
  { name: 'views', icon: Layers, flag: 'issue_views_view' },
  { name: 'pages', icon: FileText, flag: 'page_view' },
  { name: 'intake', icon: Inbox, flag: 'inbox_view' },
  { name: 'epics', icon: Zap, flag: 'is_epic_enabled' },
  { name: 'types', icon: Shapes, flag: 'is_issue_type_enabled' },
  { name: 'time', icon: Timer, flag: 'is_time_tracking_enabled' },
] as const

/** The features the project uses. Disabling one hides it and deletes nothing. */
export function FeaturesScreen() {
  const { t } = useTranslation()
  const { slug, project } = useSettingsProject((name) =>
    t('project_settings.features.page_title', { name }),
  )
  const change = useChangeProject(slug, project?.id ?? '')
  if (!project) return null
  if (project.member_role !== ADMIN) {
    return <NotAuthorized text={t('project_settings.not_authorized')} />
  }
  return (
    <SettingsPage
      title={t('project_settings.features.title')}
      description={t('project_settings.features.text')}
    >
      <SettingsSection>
        {features.map(({ name, icon, flag }) => (
          <SettingRow
            key={name}
            htmlFor={`feature-${name}`}
            label={
              <span className="flex items-center gap-2">
                <Icon of={icon} className="text-ink-3" />
                {t(`project_settings.features.${name}`)}
              </span>
            }
            hint={t(`project_settings.features.${name}_hint`)}
          >
            <Switch
              id={`feature-${name}`}
              checked={project[flag]}
              onChange={(on) => change.mutate({ [flag]: on })}
            />
          </SettingRow>
        ))}
      </SettingsSection>
    </SettingsPage>
  )
}
