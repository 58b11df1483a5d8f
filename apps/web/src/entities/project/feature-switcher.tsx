import type { Project } from '@cairn/contract'
import {
  Boxes,
  ChevronsUpDown,
  FileText,
  Inbox,
  IterationCw,
  Layers,
  PanelsTopLeft,
  SquareCheck,
  Zap,
} from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { Combobox } from '#ui/controls/combobox.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { navigate } from '#ui/router/router.ts'

/** By URL path; those with a flag can be disabled. */
const features = [
  { path: 'overview', name: 'overview', icon: PanelsTopLeft, flag: undefined },
  { path: 'issues', name: 'work_items', icon: SquareCheck, flag: undefined },
  { path: 'epics', name: 'epics', icon: Zap, flag: 'is_epic_enabled' },
  { path: 'cycles', name: 'cycles', icon: IterationCw, flag: 'cycle_view' },
  { path: 'modules', name: 'modules', icon: Boxes, flag: 'module_view' },
  { path: 'views', name: 'views', icon: Layers, flag: 'issue_views_view' },
  { path: 'pages', name: 'pages', icon: FileText, flag: 'page_view' },
  { path: 'intake', name: 'intake', icon: Inbox, flag: 'inbox_view' },
] as const

export type ProjectFeature = (typeof features)[number]['path']

interface FeatureSwitcherProps {
  slug: string
  project: Project
  current: ProjectFeature
}

export default function FeatureSwitcher({ slug, project, current }: FeatureSwitcherProps) {
  const { t } = useTranslation()
  return (
    <Combobox
      label={t('shell.switch_feature')}
      trigger={
        <IconButton
          size="sm"
          icon={ChevronsUpDown}
          iconSize={14}
          label={t('shell.switch_feature')}
          className="-ml-1"
        />
      }
      options={features
        .filter(({ flag }) => !flag || project[flag])
        .map(({ path, name, icon }) => ({ value: path, label: t(`shell.${name}`), icon }))}
      value={current}
      onChange={(path) => {
        const to: string = `/${slug}/projects/${project.id}/${path}/`
        void navigate({ to })
      }}
    />
  )
}
