import { type BuiltDashboard, dashboardAccess, MEMBER } from '@cairn/contract'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useSentDialog } from '#data/use-sent-dialog.ts'
import { useJoinedProjects } from '#entities/project/hooks.ts'
import { projectLogo } from '#entities/project/project-logo.tsx'
import { Button } from '#ui/controls/button.tsx'
import { FormFields } from '#ui/controls/form-layout.tsx'
import { Input } from '#ui/controls/input.tsx'
import { RadioGroup } from '#ui/controls/radio-group.tsx'
import { Select } from '#ui/controls/select.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { useChangeDashboard, useCreateDashboard } from './hooks.ts'

interface DashboardDialogProps {
  slug: string
  /** The one to change; without, a new one. */
  dashboard?: BuiltDashboard
  onClose: () => void
}

const WORKSPACE = 'workspace'
const access = { private: String(dashboardAccess.private), shared: String(dashboardAccess.shared) }

/** What it is called, what it is about and who sees it. */
export default function DashboardDialog({ slug, dashboard, onClose }: DashboardDialogProps) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const router = useRouter()
  const nameField = useRef<HTMLInputElement>(null)
  const { open, problem, close, send } = useSentDialog(onClose)
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
    const from = router.latestLocation.href
    const body = { ...said, project: project === WORKSPACE ? null : project }
    const id = create.mutate(body, {
      onSuccess,
      onFailure: (error) => {
        // Where it was opened there is nothing then.
        if (router.latestLocation.href.includes(id)) void navigate({ to: from })
        return onFailure?.(error)
      },
    })
    const to: string = `/${slug}/dashboards/${id}/`
    void navigate({ to, search: { edit: 'true' } as never })
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      dismissible={false}
      title={t(dashboard ? 'dashboards.edit_title' : 'dashboards.create_title')}
      initialFocus={nameField}
      onSubmit={handleSubmit}
      footer={
        <>
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button type="submit" variant="primary">
            {t(dashboard ? 'dashboards.save' : 'dashboards.create')}
          </Button>
        </>
      }
    >
      <FormFields>
        {problem && (
          <Banner boxed tone="danger">
            {problem}
          </Banner>
        )}
        <Input
          ref={nameField}
          label={t('dashboards.name')}
          value={name}
          maxLength={255}
          onChange={(event) => setName(event.target.value)}
          error={tried && !name.trim() ? t('dashboards.name_required') : undefined}
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
      </FormFields>
    </Dialog>
  )
}
