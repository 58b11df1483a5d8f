import { type BuiltDashboard, dashboardAccess, MEMBER } from '@cairn/contract'
import { useRef, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useSentDialog } from '#data/use-sent-dialog.ts'
import { useJoinedProjects } from '#entities/project/hooks.ts'
import { projectLogo } from '#entities/project/project-logo.tsx'
import { Input } from '#ui/controls/input.tsx'
import { RadioGroup } from '#ui/controls/radio-group.tsx'
import { Select } from '#ui/controls/select.tsx'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { latestLocation, navigate } from '#ui/router/router.ts'
import { useChangeDashboard, useCreateDashboard } from './hooks.ts'

interface DashboardDialogProps {
  slug: string
  /** The dashboard to edit; undefined: a new one. */
  dashboard?: BuiltDashboard
  onClose: () => void
}

const WORKSPACE = 'workspace'
const access = { private: String(dashboardAccess.private), shared: String(dashboardAccess.shared) }

/** Its name, description and access. */
export default function DashboardDialog({ slug, dashboard, onClose }: DashboardDialogProps) {
  const { t } = useTranslation()
  const nameField = useRef<HTMLInputElement>(null)
  const { open, problem, nameProblem, close, send } = useSentDialog(onClose)
  const [name, setName] = useState(dashboard?.name ?? '')
  const [project, setProject] = useState(dashboard?.project ?? WORKSPACE)
  const [shown, setShown] = useState(String(dashboard?.access ?? dashboardAccess.private))
  const [tried, setTried] = useState(false)
  const projects = useJoinedProjects(slug)?.filter(
    ({ member_role }) => (member_role ?? 0) >= MEMBER,
  )
  const create = useCreateDashboard({ slug })
  const change = useChangeDashboard({ slug })

  function handleSubmit() {
    setTried(true)
    if (!name.trim()) return
    const said = { name: name.trim(), access: Number(shown) as 0 | 1 }
    if (dashboard) {
      change.mutate({ id: dashboard.id, patch: said }, send('dashboards.not_updated'))
      return
    }
    const { onSuccess, onFailure } = send('dashboards.not_created')
    const from = latestLocation().href
    const body = { ...said, project: project === WORKSPACE ? null : project }
    const id = create.mutate(body, {
      onSuccess,
      onFailure: (error) => {
        // The new dashboard was opened, but does not exist.
        if (latestLocation().href.includes(id)) void navigate({ to: from })
        return onFailure?.(error)
      },
    })
    const to: string = `/${slug}/dashboards/${id}/`
    void navigate({ to, search: { edit: 'true' } })
  }

  return (
    <FormDialog
      open={open}
      onClose={close}
      dismissible={false}
      title={t(dashboard ? 'dashboards.edit_title' : 'dashboards.create_title')}
      initialFocus={nameField}
      onSubmit={handleSubmit}
      action={t(dashboard ? 'dashboards.save' : 'dashboards.create')}
      problem={problem}
    >
      <Input
        ref={nameField}
        label={t('dashboards.name')}
        value={name}
        maxLength={255}
        onChange={(event) => setName(event.target.value)}
        error={nameProblem ?? (tried && !name.trim() ? t('dashboards.name_required') : undefined)}
      />
      {!dashboard && (
        <Select
          label={t('dashboards.about')}
          options={[
            { value: WORKSPACE, label: t('dashboards.whole_workspace') },
            ...(projects ?? []).map((one) => ({
              value: one.id,
              label: one.name,
              icon: projectLogo(one),
            })),
          ]}
          value={project}
          onChange={setProject}
        />
      )}
      <RadioGroup
        label={t('dashboards.access')}
        options={[
          { value: access.private, label: t('dashboards.private') },
          { value: access.shared, label: t('dashboards.shared') },
        ]}
        value={shown}
        onChange={setShown}
      />
      <p className="text-small text-ink-2">{t('dashboards.access_hint')}</p>
    </FormDialog>
  )
}
