import type { Project } from '@cairn/contract'
import { useTranslation } from '#data/i18n.ts'
import { Tabs } from '#ui/controls/tabs.tsx'
import { navigate } from '#ui/router/router.ts'

/** Each with its feature flag: a disabled feature has no archive. */
const tabs = [
  { value: 'issues', flag: undefined, to: '/$slug/projects/$projectId/archives/issues/' },
  { value: 'cycles', flag: 'cycle_view', to: '/$slug/projects/$projectId/archives/cycles/' },
  { value: 'modules', flag: 'module_view', to: '/$slug/projects/$projectId/archives/modules/' },
] as const

export type ArchiveTab = (typeof tabs)[number]['value']

interface ArchiveTabsProps {
  slug: string
  project: Project
  current: ArchiveTab
}

/** What can be archived in a project. */
export function ArchiveTabs({ slug, project, current }: ArchiveTabsProps) {
  const { t } = useTranslation()
  const shown = tabs.filter(({ flag }) => !flag || project[flag])
  if (shown.length < 2) return null
  return (
    <div className="shrink-0 px-4 pt-1">
      <Tabs
        label={t('archives.archives')}
        tabs={shown.map(({ value }) => ({ value, label: t(`archives.tabs.${value}`) }))}
        value={current}
        onChange={(value) => {
          const tab = tabs.find((one) => one.value === value)
          if (tab) void navigate({ to: tab.to, params: { slug, projectId: project.id } })
        }}
      />
    </div>
  )
}
