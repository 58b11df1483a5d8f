import {
  containsUrl,
  isReservedSlug,
  isSlug,
  type NewWorkspace,
  slugFrom,
  type Workspace,
} from '@cairn/contract'
import type { UseMutationResult } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { type isSlugFree, useCreateWorkspace } from '#entities/workspace/change-hooks.ts'
import { Button } from '#ui/controls/button.tsx'
import { FormFields } from '#ui/controls/form-layout.tsx'
import { Input } from '#ui/controls/input.tsx'
import { Select } from '#ui/controls/select.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { companySizes } from './company-sizes.ts'
import { useSlugCheck } from './use-slug-check.ts'
import { emptyDraft, readDraft, saveDraft, type WorkspaceDraft } from './workspace-draft.ts'

interface WorkspaceFormProps<Created> {
  /** Below the URL, instead of the usual hint. */
  urlNote?: string
  onCreated: (workspace: Created) => Promise<void>
}

interface NewWorkspaceFormProps<Created> extends WorkspaceFormProps<Created> {
  create: Pick<UseMutationResult<Created, Error, NewWorkspace>, 'mutate' | 'isPending'>
  isFree?: typeof isSlugFree
}

export function WorkspaceForm({ urlNote, onCreated }: WorkspaceFormProps<Workspace>) {
  const { t } = useTranslation()
  const create = useCreateWorkspace()

  async function handleCreated(workspace: Workspace) {
    toast({ kind: 'success', title: t('workspaces.created', { name: workspace.name }) })
    await onCreated(workspace)
  }

  return <NewWorkspaceForm create={create} urlNote={urlNote} onCreated={handleCreated} />
}

/** Shared by users who create a workspace and the instance admin. */
export function NewWorkspaceForm<Created>({
  create,
  isFree,
  urlNote,
  onCreated,
}: NewWorkspaceFormProps<Created>) {
  const { t } = useTranslation()
  const [draft, setDraft] = useState(readDraft)
  const [touched, setTouched] = useState({ name: false, slug: false })
  const [opening, setOpening] = useState(false)
  const { name, ownSlug, size } = draft
  const slug = ownSlug ?? slugFrom(name)
  const wellFormed = isSlug(slug) && slug.length <= 48 && !isReservedSlug(slug)
  const check = useSlugCheck(wellFormed ? slug : '', isFree)
  const busy = create.isPending || opening

  const nameError = problemOfName()
  const slugError = problemOfSlug()
  const ready = name.trim() && slug && size && !nameError && !slugError

  function change(changed: Partial<WorkspaceDraft>) {
    const next = { ...draft, ...changed }
    setDraft(next)
    saveDraft(next)
  }

  function problemOfName() {
    if (!name.trim()) return touched.name ? t('workspaces.required') : undefined
    if (name.length > 80) return t('workspaces.name_too_long')
    if (containsUrl(name)) return t('workspaces.name_is_url')
    return /^[\p{L}\p{N}_\s-]*$/u.test(name) ? undefined : t('workspaces.name_characters')
  }

  function problemOfSlug() {
    if (!slug) return touched.slug ? t('workspaces.required') : undefined
    if (slug.length > 48) return t('workspaces.url_too_long')
    if (!isSlug(slug)) return t('workspaces.url_characters')
    return isReservedSlug(slug) || check === 'taken' ? t('workspaces.url_taken') : undefined
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (!ready || busy) return
    create.mutate(
      { name: name.trim(), slug, organization_size: size },
      {
        onSuccess: async (workspace) => {
          setOpening(true)
          saveDraft(emptyDraft)
          await onCreated(workspace)
        },
        onError: (error) => notifyFailure(t('workspaces.not_created'), error),
      },
    )
  }

  return (
    <form className="mt-6" onSubmit={handleSubmit} noValidate>
      <FormFields>
        <Input
          size="lg"
          label={t('workspaces.name')}
          placeholder={t('workspaces.name_placeholder')}
          autoFocus
          autoComplete="organization"
          value={name}
          onChange={(event) => {
            change({ name: event.target.value, ownSlug: undefined })
            setTouched({ name: true, slug: touched.slug })
          }}
          error={nameError}
        />
        <Input
          size="lg"
          label={t('workspaces.url')}
          spellCheck={false}
          autoCapitalize="none"
          icon={
            <span className="relative top-px -mr-2 shrink-0 text-ink-3">{`${location.host}/`}</span>
          }
          after={check === 'checking' && <Spinner />}
          value={slug}
          onChange={(event) => {
            change({ ownSlug: event.target.value.toLowerCase() })
            setTouched({ name: touched.name, slug: true })
          }}
          error={slugError}
          hint={check === 'free' ? t('workspaces.url_free') : (urlNote ?? t('workspaces.url_hint'))}
        />
        <Select
          size="lg"
          label={t('workspaces.size')}
          placeholder={t('workspaces.size_placeholder')}
          options={companySizes.map((value) => ({ value, label: value }))}
          value={size}
          onChange={(chosen) => change({ size: chosen })}
        />
        <Button type="submit" variant="primary" size="lg" block busy={busy} disabled={!ready}>
          {busy ? t('workspaces.creating') : t('workspaces.create')}
        </Button>
      </FormFields>
    </form>
  )
}
