import { ADMIN, type Project } from '@cairn/contract'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useChangeProject } from '#entities/project/change-hooks.ts'
import { useSettingsProject } from '#entities/project/use-settings-project.ts'
import { useStates } from '#entities/state/hooks.ts'
import { stateIcon } from '#entities/state/state-picture.tsx'
import { Button } from '#ui/controls/button.tsx'
import { SettingRow } from '#ui/controls/field.tsx'
import { SettingsPage, SettingsSection } from '#ui/controls/form-layout.tsx'
import { Input } from '#ui/controls/input.tsx'
import { Select } from '#ui/controls/select.tsx'
import { Switch } from '#ui/controls/switch.tsx'
import { NotAuthorized } from '#ui/feedback/not-authorized.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'

export function AutomationsScreen() {
  const { t } = useTranslation()
  const { slug, project } = useSettingsProject((name) =>
    t('project_settings.automations.page_title', { name }),
  )
  if (!project) return null
  if (project.member_role !== ADMIN) {
    return <NotAuthorized text={t('project_settings.not_authorized')} />
  }
  return (
    <SettingsPage
      title={t('project_settings.automations.title')}
      description={t('project_settings.automations.text')}
    >
      <AutoArchive slug={slug} project={project} />
      <AutoClose slug={slug} project={project} />
    </SettingsPage>
  )
}

interface ProjectProps {
  slug: string
  project: Project
}

const controlWidth = 'w-48 shrink-0 max-md:w-40'

function AutoArchive({ slug, project }: ProjectProps) {
  const { t } = useTranslation()
  const change = useChangeProject(slug, project.id)
  const { archive_in } = project
  return (
    <SettingsSection>
      <SettingRow
        htmlFor="auto-archive"
        label={t('project_settings.automations.archive')}
        hint={t('project_settings.automations.archive_hint')}
      >
        <Switch
          id="auto-archive"
          checked={archive_in > 0}
          onChange={(on) => change.mutate({ archive_in: on ? 1 : 0 })}
        />
      </SettingRow>
      {archive_in > 0 && (
        <SettingRow label={t('project_settings.automations.archive_after')}>
          <Months
            label={t('project_settings.automations.archive_after')}
            months={archive_in}
            onChange={(months) => change.mutate({ archive_in: months })}
          />
        </SettingRow>
      )}
    </SettingsSection>
  )
}

function AutoClose({ slug, project }: ProjectProps) {
  const { t } = useTranslation()
  const change = useChangeProject(slug, project.id)
  const states = useStates(slug, project.id) ?? []
  const { close_in, default_state } = project
  const cancelled = states.filter(({ group }) => group === 'cancelled')
  // The state the job uses if none is selected.
  const first = cancelled[0]?.id ?? null
  const known = cancelled.some(({ id }) => id === default_state)

  return (
    <SettingsSection>
      <SettingRow
        htmlFor="auto-close"
        label={t('project_settings.automations.close')}
        hint={t('project_settings.automations.close_hint')}
      >
        <Switch
          id="auto-close"
          checked={close_in > 0}
          onChange={(on) =>
            change.mutate(
              on ? { close_in: 1, default_state: first } : { close_in: 0, default_state: null },
            )
          }
        />
      </SettingRow>
      {close_in > 0 && (
        <>
          <SettingRow label={t('project_settings.automations.close_after')}>
            <Months
              label={t('project_settings.automations.close_after')}
              months={close_in}
              onChange={(months) => change.mutate({ close_in: months })}
            />
          </SettingRow>
          <SettingRow label={t('project_settings.automations.close_state')}>
            <div className={controlWidth}>
              <Select
                hideLabel
                label={t('project_settings.automations.close_state')}
                placeholder={t('project_settings.automations.no_cancelled')}
                disabled={cancelled.length < 2}
                options={cancelled.map((state) => ({
                  value: state.id,
                  label: state.name,
                  icon: stateIcon(state, states),
                }))}
                value={known ? default_state : first}
                onChange={(id) => change.mutate({ default_state: id })}
              />
            </div>
          </SettingRow>
        </>
      )}
    </SettingsSection>
  )
}

interface MonthsProps {
  label: string
  months: number
  onChange: (months: number) => void
}

const offered = [1, 3, 6, 9, 12]
const CUSTOM = 0

function Months({ label, months, onChange }: MonthsProps) {
  const { t } = useTranslation()
  const [customizing, setCustomizing] = useState(false)
  // A custom value stays among the options.
  const values = [...new Set([...offered, months])].sort((a, b) => a - b)
  return (
    <div className={controlWidth}>
      <Select
        hideLabel
        label={label}
        options={[
          ...values.map((value) => ({
            value,
            label: t('project_settings.automations.months', { count: value }),
          })),
          { value: CUSTOM, label: t('project_settings.automations.customize') },
        ]}
        value={months}
        onChange={(value) => (value === CUSTOM ? setCustomizing(true) : onChange(value))}
      />
      {customizing && (
        <MonthsDialog months={months} onChange={onChange} onClose={() => setCustomizing(false)} />
      )}
    </div>
  )
}

interface MonthsDialogProps extends Omit<MonthsProps, 'label'> {
  onClose: () => void
}

function MonthsDialog({ months, onChange, onClose }: MonthsDialogProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(String(months))
  const [tried, setTried] = useState(false)
  const count = Number(typed)
  const fits = /^\d+$/.test(typed.trim()) && count >= 1 && count <= 12

  function handleSubmit() {
    setTried(true)
    if (!fits) return
    onChange(count)
    onClose()
  }

  return (
    <Dialog
      open
      size="sm"
      title={t('project_settings.automations.customize')}
      onClose={onClose}
      onSubmit={handleSubmit}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" variant="primary">
            {t('project_settings.automations.submit')}
          </Button>
        </>
      }
    >
      <Input
        size="lg"
        inputMode="numeric"
        autoComplete="off"
        label={t('project_settings.automations.number_of_months')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        error={tried && !fits ? t('project_settings.automations.months_out_of_range') : undefined}
      />
    </Dialog>
  )
}
