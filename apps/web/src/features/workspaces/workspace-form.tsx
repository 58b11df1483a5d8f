import { containsUrl, isReservedSlug, isSlug, slugFrom, type Workspace } from '@cairn/contract'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ApiError } from '#data/api.ts'
import { Button } from '#ui/button.tsx'
import { FormFields } from '#ui/form-layout.tsx'
import { Input } from '#ui/input.tsx'
import { Select } from '#ui/select.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { useCreateWorkspace } from './hooks.ts'
import { useSlugCheck } from './use-slug-check.ts'

const sizes = ['Just myself', '2-10', '11-50', '51-200', '201-500', '500+'] as const

interface WorkspaceFormProps {
  onCreated: (workspace: Workspace) => Promise<void>
}

export function WorkspaceForm({ onCreated }: WorkspaceFormProps) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const [ownSlug, setOwnSlug] = useState<string>()
  const [size, setSize] = useState<(typeof sizes)[number] | null>(null)
  const [problem, setProblem] = useState<string>()
  const [opening, setOpening] = useState(false)
  const create = useCreateWorkspace()
  const slug = ownSlug ?? slugFrom(name)
  const wellFormed = isSlug(slug) && slug.length <= 48 && !isReservedSlug(slug)
  const check = useSlugCheck(wellFormed ? slug : '')
  const busy = create.isPending || opening

  const nameError = problemOfName()
  const slugError = problemOfSlug()
  const ready = name.trim() && slug && size && !nameError && !slugError

  function problemOfName() {
    if (name.length > 80) return t('workspaces.name_too_long')
    if (containsUrl(name)) return t('workspaces.name_is_url')
    return /^[\p{L}\p{N}_\s-]*$/u.test(name) ? undefined : t('workspaces.name_characters')
  }

  function problemOfSlug() {
    if (!slug) return undefined
    if (slug.length > 48) return t('workspaces.url_too_long')
    if (!isSlug(slug)) return t('workspaces.url_characters')
    return isReservedSlug(slug) || check === 'taken' ? t('workspaces.url_taken') : undefined
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (!ready || busy) return
    setProblem(undefined)
    create.mutate(
      { name: name.trim(), slug, organization_size: size },
      {
        onSuccess: async (workspace) => {
          setOpening(true)
          await onCreated(workspace)
        },
        onError: (error) =>
          setProblem((error instanceof ApiError && error.sentence) || t('workspaces.not_created')),
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
          onChange={(event) => setName(event.target.value)}
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
          onChange={(event) => setOwnSlug(event.target.value.toLowerCase())}
          error={slugError}
          hint={check === 'free' ? t('workspaces.url_free') : t('workspaces.url_hint')}
        />
        <Select
          size="lg"
          label={t('workspaces.size')}
          placeholder={t('workspaces.size_placeholder')}
          options={sizes.map((value) => ({ value, label: value }))}
          value={size}
          onChange={setSize}
          error={problem}
        />
        <Button type="submit" variant="primary" size="lg" block busy={busy} disabled={!ready}>
          {busy ? t('workspaces.creating') : t('workspaces.create')}
        </Button>
      </FormFields>
    </form>
  )
}
