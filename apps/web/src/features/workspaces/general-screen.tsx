import { ADMIN, containsUrl, type Workspace } from '@cairn/contract'
import { Copy } from 'lucide-react'
import type { FormEvent } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { useMe } from '#entities/account/hooks.ts'
import { RestoredNote } from '#entities/left-text/left-text-notes.tsx'
import { useFormDraft } from '#entities/left-text/use-form-draft.ts'
import { useChangeWorkspace } from '#entities/workspace/change-hooks.ts'
import { useWorkspace } from '#entities/workspace/hooks.ts'
import { Button } from '#ui/controls/button.tsx'
import { FormFields, SettingsPage, SettingsSection } from '#ui/controls/form-layout.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Input } from '#ui/controls/input.tsx'
import { Select } from '#ui/controls/select.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { copyText } from '#ui/platform/copy-text.ts'
import { usePageTitle } from '#ui/platform/use-page-title.ts'
import { useParams } from '#ui/router/hooks.ts'
import { companySizes } from './company-sizes.ts'
import { DeleteWorkspace } from './delete-workspace.tsx'
import { StorageUse } from './storage-use.tsx'
import { WorkspaceLogo } from './workspace-logo.tsx'

export function GeneralScreen() {
  const { t } = useTranslation()
  const { slug } = useParams('/$slug')
  const workspace = useWorkspace(slug)
  usePageTitle(workspace && t('workspaces.general_page_title', { name: workspace.name }))
  if (!workspace) return null
  const admin = workspace.role === ADMIN
  return (
    <SettingsPage
      title={t('workspaces.general')}
      description={t(admin ? 'workspaces.general_text' : 'workspaces.general_read_only')}
    >
      <SettingsSection>
        <WorkspaceLogo workspace={workspace} editable={admin} />
      </SettingsSection>
      <SettingsSection>
        {admin ? <WorkspaceFields workspace={workspace} /> : <WorkspaceFacts {...workspace} />}
      </SettingsSection>
      {admin && <StorageUse slug={slug} />}
      {admin && (
        <div className="mt-8">
          <DeleteWorkspace workspace={workspace} />
        </div>
      )}
    </SettingsPage>
  )
}

type Fields = Pick<Workspace, 'name' | 'organization_size'>

function WorkspaceFields({ workspace }: { workspace: Workspace }) {
  const { t } = useTranslation()
  // Only edited fields: the others show changes made by other users meanwhile.
  const { draft, setDraft, clear, isChanged, isRestored } = useFormDraft<Fields>(
    `workspace ${workspace.id}`,
    useMe().id,
    workspace,
  )
  const change = useChangeWorkspace(workspace.slug)
  const { name, organization_size } = { ...workspace, ...draft }
  const problem = problemOfName()

  function problemOfName() {
    if (!name.trim()) return t('workspaces.name_missing')
    if (name.trim().length > 80) return t('workspaces.new_name_too_long')
    return containsUrl(name) ? t('workspaces.name_is_url') : undefined
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (problem || !isChanged || change.isPending) return
    change.mutate(
      { name: name.trim(), organization_size },
      {
        onSuccess: () => {
          clear()
          toast({ kind: 'success', title: t('workspaces.updated', { name: name.trim() }) })
        },
        onError: (error) => notifyFailure(t('workspaces.not_updated'), error),
      },
    )
  }

  return (
    <form onSubmit={handleSubmit} noValidate>
      <FormFields>
        <Input
          label={t('workspaces.new_name')}
          required
          autoComplete="off"
          value={name}
          onChange={(event) => setDraft({ ...draft, name: event.target.value })}
          error={problem}
        />
        <Select
          label={t('workspaces.company_size')}
          placeholder={t('workspaces.company_size_placeholder')}
          options={optionsWith(workspace.organization_size)}
          value={organization_size}
          onChange={(size) => setDraft({ ...draft, organization_size: size })}
        />
        <AddressField slug={workspace.slug} />
        <div className="flex flex-wrap items-center gap-3">
          <Button
            type="submit"
            variant="primary"
            busy={change.isPending}
            disabled={!isChanged || Boolean(problem)}
          >
            {t(change.isPending ? 'workspaces.updating' : 'workspaces.update')}
          </Button>
          {isRestored && <RestoredNote onDiscard={clear} />}
        </div>
      </FormFields>
    </form>
  )
}

/** The server takes any text as a size; one set elsewhere stays among the choices. */
const optionsWith = (size: string | null) =>
  [...new Set<string>(size ? [...companySizes, size] : companySizes)].map((value) => ({
    value,
    label: value,
  }))

function WorkspaceFacts({ name, organization_size, slug }: Workspace) {
  const { t } = useTranslation()
  return (
    <FormFields>
      <Input readOnly label={t('workspaces.new_name')} value={name} />
      <Input
        readOnly
        label={t('workspaces.company_size')}
        value={organization_size || t('workspaces.company_size_unknown')}
      />
      <AddressField slug={slug} />
    </FormFields>
  )
}

function AddressField({ slug }: { slug: string }) {
  const { t } = useTranslation()

  async function copy() {
    const copied = await copyText(`${location.origin}/${slug}`)
    toast({
      kind: copied ? 'success' : 'error',
      title: t(copied ? 'workspaces.address_copied' : 'workspaces.address_not_copied'),
    })
  }

  return (
    <Input
      readOnly
      label={t('workspaces.address')}
      hint={t('workspaces.address_hint')}
      value={`${location.host}/${slug}`}
      after={
        <IconButton
          size="sm"
          className="-mr-1"
          icon={Copy}
          iconSize={14}
          label={t('workspaces.copy_address')}
          onClick={() => void copy()}
        />
      }
    />
  )
}
