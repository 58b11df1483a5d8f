import type { Project } from '@cairn/contract'
import { useTranslation } from '#data/i18n.ts'
import { Combobox } from '#ui/controls/combobox.tsx'
import { PropertyPill } from '#ui/controls/property-pill.tsx'
import { projectLogo } from './project-logo.tsx'

interface ProjectPickerProps {
  projects: readonly Project[]
  value: string | undefined
  onChange: (project_id: string) => void
  /** Read-only. */
  disabled?: boolean
}

/** Selects the project something is created in or moved to. */
export function ProjectPicker({ projects, value, onChange, disabled }: ProjectPickerProps) {
  const { t } = useTranslation()
  const chosen = projects.find(({ id }) => id === value)
  return (
    <Combobox
      label={t('project_picker.project')}
      options={projects.map((project) => ({
        value: project.id,
        label: project.name,
        hint: project.identifier,
        icon: projectLogo(project),
      }))}
      value={value ?? null}
      onChange={onChange}
      trigger={
        <PropertyPill
          label={t('project_picker.project')}
          icon={chosen && projectLogo(chosen)}
          placeholder={t('project_picker.choose')}
          disabled={disabled}
          className="w-fit max-w-full"
        >
          {chosen?.name}
        </PropertyPill>
      }
    />
  )
}
