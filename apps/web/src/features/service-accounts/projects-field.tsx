import { ChevronsUpDown } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useAllProjects } from '#entities/project/hooks.ts'
import { projectLogo } from '#entities/project/project-logo.tsx'
import { Combobox } from '#ui/controls/combobox.tsx'
import { Field, fieldFrame } from '#ui/controls/field.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { useProjectNames } from './use-project-names.ts'

interface ProjectsFieldProps {
  slug: string
  chosen: readonly string[]
  onChange: (ids: string[]) => void
}

/** All projects of the workspace: its admins have access to all. */
export function ProjectsField({ slug, chosen, onChange }: ProjectsFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  const projects = useAllProjects(slug) ?? []
  const projectNames = useProjectNames(slug)
  return (
    <Field
      htmlFor={id}
      label={t('service_accounts.projects')}
      hint={t('service_accounts.projects_hint')}
    >
      <Combobox
        multiple
        width={288}
        label={t('service_accounts.search_projects')}
        options={projects.map((project) => ({
          ...{ value: project.id, label: project.name, hint: project.identifier },
          ...{ icon: projectLogo(project), keywords: project.identifier },
        }))}
        value={chosen}
        onChange={onChange}
        trigger={
          <button type="button" id={id} className={`${fieldFrame('lg', false)} w-full text-left`}>
            <span className="min-w-0 grow truncate">{projectNames(chosen)}</span>
            <Icon of={ChevronsUpDown} size={14} className="text-ink-3" />
          </button>
        }
      />
    </Field>
  )
}
