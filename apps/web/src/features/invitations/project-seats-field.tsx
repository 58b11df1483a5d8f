import { ADMIN, GUEST, MEMBER, type Project, type Role } from '@cairn/contract'
import { Plus, X } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { projectLogo } from '#entities/project/project-logo.tsx'
import { Button } from '#ui/controls/button.tsx'
import { Combobox } from '#ui/controls/combobox.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Select } from '#ui/controls/select.tsx'

export interface ProjectSeat {
  project_id: string
  role: Role
}

/**
 * Projects the user may add members to: all for workspace admins, else those where they are admin.
 */
export const givableProjects = (projects: readonly Project[], ownRole: number) =>
  projects.filter(({ member_role }) => ownRole === ADMIN || member_role === ADMIN)

interface ProjectSeatsFieldProps {
  projects: readonly Project[]
  seats: readonly ProjectSeat[]
  onChange: (seats: ProjectSeat[]) => void
}

/** The projects the invited users join, with their role in each. */
export function ProjectSeatsField({ projects, seats, onChange }: ProjectSeatsFieldProps) {
  const { t } = useTranslation()
  const id = useId()
  const known = new Map(projects.map((project) => [project.id, project]))
  const roles = ([GUEST, MEMBER, ADMIN] as const).map((role) => ({
    value: role,
    label: t(`shell.role.${role}`),
  }))

  const choose = (ids: string[]) =>
    onChange(
      ids.map(
        (project_id) =>
          seats.find((seat) => seat.project_id === project_id) ?? { project_id, role: MEMBER },
      ),
    )

  return (
    <fieldset aria-describedby={`${id}-hint`} className="min-w-0">
      <legend className="sr-only">{t('members.projects')}</legend>
      <div className="flex items-center justify-between gap-2">
        <span aria-hidden className="font-medium">
          {t('members.projects')}
        </span>
        <Combobox
          multiple
          align="end"
          label={t('members.projects_search')}
          options={projects.map((project) => ({
            value: project.id,
            label: project.name,
            hint: project.identifier,
            icon: projectLogo(project),
          }))}
          value={seats.map(({ project_id }) => project_id)}
          onChange={choose}
          trigger={
            <Button variant="ghost" size="sm" icon={Plus} className="-mr-2">
              {t('members.projects_add')}
            </Button>
          }
        />
      </div>
      <p id={`${id}-hint`} className="text-small text-ink-3">
        {t(seats.length > 0 ? 'members.projects_hint' : 'members.projects_none')}
      </p>
      {seats.length > 0 && (
        <ul className="mt-2 flex flex-col gap-2">
          {seats.map((seat) => {
            const project = known.get(seat.project_id)
            if (!project) return null
            const { name } = project
            return (
              <li key={seat.project_id} className="flex items-center gap-2">
                {projectLogo(project)}
                <span className="min-w-0 grow truncate">{name}</span>
                <div className="w-30 shrink-0">
                  <Select
                    hideLabel
                    label={t('members.project_role', { name })}
                    options={roles}
                    value={seat.role}
                    onChange={(role) =>
                      onChange(
                        seats.map((one) =>
                          one.project_id === seat.project_id ? { ...one, role } : one,
                        ),
                      )
                    }
                  />
                </div>
                <IconButton
                  className="-mr-2"
                  icon={X}
                  label={t('members.project_remove', { name })}
                  onClick={() =>
                    onChange(seats.filter(({ project_id }) => project_id !== seat.project_id))
                  }
                />
              </li>
            )
          })}
        </ul>
      )}
    </fieldset>
  )
}
