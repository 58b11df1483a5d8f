import type { InstanceWorkspace } from '@cairn/contract'
import { HardDrive, Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { ListHead } from '#entities/instance/list-head.tsx'
import { PagedPanel } from '#entities/instance/paged-panel.tsx'
import { useGodModeTitle } from '#entities/instance/use-god-mode-title.ts'
import { useSettled } from '#entities/instance/use-settled.ts'
import { useSettings } from '#entities/instance-settings/hooks.ts'
import { SettingSwitch } from '#entities/instance-settings/setting-switch.tsx'
import { WorkspaceTile } from '#entities/workspace/workspace-tile.tsx'
import { buttonLook } from '#ui/controls/button.tsx'
import { SettingRow } from '#ui/controls/field.tsx'
import { SettingsPage, SettingsSection } from '#ui/controls/form-layout.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { sizeText } from '#ui/platform/size-text.ts'
import { Link } from '#ui/router/link.tsx'
import { useChangeStorageLimit, useInstanceWorkspaces } from './hooks.ts'
import { StorageLimitForm } from './storage-limit-form.tsx'
import { WorkspaceStorageDialog } from './workspace-storage-dialog.tsx'

export function InstanceWorkspacesScreen() {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const search = useSettled(typed.trim())
  const list = useInstanceWorkspaces(search)
  const total = list.data?.pages.at(-1)?.total_results
  const instanceLimit = Number(useSettings()?.WORKSPACE_STORAGE_LIMIT ?? 0)
  const changeLimit = useChangeStorageLimit(search)
  const [asked, setAsked] = useState<{ workspace: InstanceWorkspace; round: number }>()
  const [asking, setAsking] = useState(false)
  useGodModeTitle(t('god_mode.workspaces.title'))

  function ask(workspace: InstanceWorkspace) {
    setAsked((before) => ({ workspace, round: (before?.round ?? 0) + 1 }))
    setAsking(true)
  }

  return (
    <SettingsPage
      title={t('god_mode.workspaces.title')}
      description={t('god_mode.workspaces.description')}
      action={
        <Link to="/god-mode/workspace/create/" className={buttonLook('primary')}>
          <Icon of={Plus} />
          {t('god_mode.workspaces.create')}
        </Link>
      }
    >
      <SettingsSection>
        <SettingRow
          label={t('god_mode.workspaces.lock')}
          hint={t('god_mode.workspaces.lock_hint')}
          htmlFor="lock-workspaces"
        >
          <SettingSwitch id="lock-workspaces" setting="DISABLE_WORKSPACE_CREATION" />
        </SettingRow>
      </SettingsSection>
      <SettingsSection>
        <StorageLimitForm />
      </SettingsSection>
      <SettingsSection>
        <ListHead
          title={t('god_mode.workspaces.all')}
          total={total}
          searchLabel={t('god_mode.workspaces.search')}
          typed={typed}
          onType={setTyped}
        />
        <PagedPanel list={list} search={search} empty={t('god_mode.workspaces.empty')}>
          {(workspace) => (
            <WorkspaceRow
              key={workspace.id}
              workspace={workspace}
              instanceLimit={instanceLimit}
              onAskLimit={() => ask(workspace)}
            />
          )}
        </PagedPanel>
      </SettingsSection>
      {asked && (
        <WorkspaceStorageDialog
          // Starts from the saved limit each time.
          key={asked.round}
          workspace={asked.workspace}
          instanceLimit={instanceLimit}
          open={asking}
          onClose={() => setAsking(false)}
          onSave={(storage_limit) => changeLimit.mutate({ ...asked.workspace, storage_limit })}
        />
      )}
    </SettingsPage>
  )
}

interface WorkspaceRowProps {
  workspace: InstanceWorkspace
  instanceLimit: number
  onAskLimit: () => void
}

function WorkspaceRow({ workspace, instanceLimit, onAskLimit }: WorkspaceRowProps) {
  const { t } = useTranslation()
  const { name, slug, logo_url, owner, total_projects, total_members } = workspace
  const { storage_used, storage_limit } = workspace
  const limit = storage_limit ?? instanceLimit
  return (
    <div className="flex items-center pr-2 hover:bg-hover">
      <a
        href={`/${slug}/`}
        target="_blank"
        rel="noopener"
        className="focus-inset flex min-h-13 min-w-0 grow items-center gap-3 py-2 pr-1 pl-3"
      >
        <WorkspaceTile name={name} logo={logo_url} />
        <span className="min-w-0 grow">
          <span className="flex min-w-0 items-baseline gap-2">
            <span className="truncate font-medium">{name}</span>
            <span className="max-w-1/2 shrink-0 truncate text-small text-ink-3">
              {t('god_mode.workspaces.slug', { slug })}
            </span>
          </span>
          <span className="block truncate text-ink-2">
            {t('god_mode.workspaces.owned_by', { email: owner.email })}
          </span>
        </span>
        <span className="flex shrink-0 gap-3 text-ink-2 tabular-nums max-md:flex-col max-md:gap-0 max-md:text-right max-md:text-small">
          <span className="min-w-20 text-right">
            {t('god_mode.workspaces.projects', { count: total_projects })}
          </span>
          <span className="min-w-20 text-right">
            {t('god_mode.workspaces.members', { count: total_members })}
          </span>
          <span className="min-w-28 text-right max-md:min-w-20">
            {limit > 0
              ? t('god_mode.workspaces.storage_of', {
                  used: sizeText(storage_used),
                  limit: sizeText(limit),
                })
              : sizeText(storage_used)}
          </span>
        </span>
      </a>
      <IconButton
        icon={HardDrive}
        label={t('god_mode.workspaces.storage_change', { name })}
        onClick={onAskLimit}
      />
    </div>
  )
}
