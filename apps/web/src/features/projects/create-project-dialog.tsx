import {
  builtInCovers,
  identifierFrom,
  PRIVATE,
  type ProjectTemplate,
  PUBLIC,
} from '@cairn/contract'
import { Globe, ImageIcon, Lock, User } from 'lucide-react'
import { useRef, useState } from 'react'
import { ApiError } from '#data/api.ts'
import { useTranslation } from '#data/i18n.ts'
import { sentenceOf } from '#data/notify-failure.ts'
import { uploadWorkspaceAsset } from '#entities/file/upload.ts'
import { useCreateProject, type WantedProject } from '#entities/project/change-hooks.ts'
import { CoverDialog } from '#entities/project-card/cover-dialog.tsx'
import { useActivePeople } from '#entities/workspace/hooks.ts'
import { Button } from '#ui/controls/button.tsx'
import { Combobox } from '#ui/controls/combobox.tsx'
import { FormFields } from '#ui/controls/form-layout.tsx'
import { Input } from '#ui/controls/input.tsx'
import { PropertyPill } from '#ui/controls/property-pill.tsx'
import { Textarea } from '#ui/controls/textarea.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { LogoAndName } from '#ui/icons/logo-and-name.tsx'
import type { LogoValue } from '#ui/icons/logo-value.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Avatar } from '#ui/people/avatar.tsx'
import { useClose } from '#ui/platform/presence.tsx'
import { navigate } from '#ui/router/router.ts'
import { firstLogo } from './first-logo.ts'
import { ProjectTemplatePicker } from './project-template-picker.tsx'
import { readIdentifier } from './read-identifier.ts'
import { useIdentifierCheck } from './use-identifier-check.ts'

interface CreateProjectDialogProps {
  slug: string
  onClose: () => void
}

interface Problem {
  field: 'name' | 'identifier' | 'form'
  text: string
}

/** The cover of the project: built-in, from elsewhere, or just uploaded. */
interface Cover {
  address: string
  uploaded?: string
}

const firstCover = (): Cover => ({
  address: builtInCovers[Math.floor(Math.random() * builtInCovers.length)] ?? '',
})

export default function CreateProjectDialog({ slug, onClose }: CreateProjectDialogProps) {
  const { t } = useTranslation()
  const nameField = useRef<HTMLInputElement>(null)
  const [name, setName] = useState('')
  const [ownIdentifier, setOwnIdentifier] = useState<string>()
  const [description, setDescription] = useState('')
  const [network, setNetwork] = useState<number>(PUBLIC)
  const [lead, setLead] = useState<string | null>(null)
  const [logo, setLogo] = useState<LogoValue>(firstLogo)
  const [cover, setCover] = useState(firstCover)
  const [changingCover, setChangingCover] = useState(false)
  const [tried, setTried] = useState(false)
  const [problem, setProblem] = useState<Problem>()
  const [template, setTemplate] = useState<ProjectTemplate>()
  const people = useActivePeople(slug)
  const create = useCreateProject(slug)
  const identifier = ownIdentifier ?? identifierFrom(name)
  const taken = useIdentifierCheck(slug, identifier) === 'taken'
  const leader = people.find(({ id }) => id === lead)

  const nameError =
    (problem?.field === 'name' && problem.text) ||
    (tried && !name.trim() && t('projects.name_required')) ||
    (name.length > 255 && t('projects.name_too_long')) ||
    undefined
  const identifierError =
    (problem?.field === 'identifier' && problem.text) ||
    (taken && t('projects.identifier_taken')) ||
    (tried && !identifier && t('projects.identifier_required')) ||
    undefined

  const close = useClose(onClose)

  function problemOf(error: unknown): Problem {
    const { code } = ((error instanceof ApiError && error.body) || {}) as { code?: string }
    if (code === 'PROJECT_NAME_ALREADY_EXIST')
      return { field: 'name', text: t('projects.name_taken') }
    if (code === 'PROJECT_IDENTIFIER_ALREADY_EXIST') {
      return { field: 'identifier', text: t('projects.identifier_taken') }
    }
    const said = sentenceOf(error)
    return { field: 'form', text: said ?? t('errors.something_wrong') }
  }

  async function uploadCover(file: File, onProgress: (share: number) => void) {
    const where = { entity_identifier: '', onProgress }
    const { asset_id, asset_url } = await uploadWorkspaceAsset(slug, file, 'PROJECT_COVER', where)
    setCover({ address: asset_url ?? '', uploaded: asset_id })
  }

  function handleSubmit() {
    setTried(true)
    setProblem(undefined)
    if (!name.trim() || name.length > 255 || !identifier || taken || create.isPending) return
    const body: WantedProject = {
      name: name.trim(),
      identifier,
      description: description.trim(),
      network,
      logo_props: { ...logo },
      project_lead: lead,
      template_id: template?.id,
      ...(cover.uploaded ? { uploaded_cover: cover.uploaded } : { cover_image: cover.address }),
    }
    create.mutate(body, {
      onSuccess: ({ id }) => {
        close()
        void navigate({ to: '/$slug/projects/$projectId/issues/', params: { slug, projectId: id } })
      },
      onError: (error) => setProblem(problemOf(error)),
    })
  }

  return (
    <Dialog
      open
      onClose={close}
      dismissible={false}
      title={t('projects.create_title')}
      initialFocus={nameField}
      onSubmit={handleSubmit}
      footer={
        <>
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button type="submit" variant="primary" busy={create.isPending}>
            {create.isPending ? t('projects.creating') : t('projects.create')}
          </Button>
        </>
      }
    >
      <FormFields>
        {problem?.field === 'form' && (
          <Banner boxed tone="danger">
            {problem.text}
          </Banner>
        )}
        <div className="relative h-28 overflow-hidden rounded-lg border border-line bg-sunken">
          <img src={cover.address} alt="" className="size-full object-cover" />
          <Button
            size="sm"
            icon={ImageIcon}
            className="absolute right-2 bottom-2"
            onClick={() => setChangingCover(true)}
          >
            {t('projects.cover.change')}
          </Button>
          <CoverDialog
            open={changingCover}
            onClose={() => setChangingCover(false)}
            value={cover.address}
            onPick={(address) => setCover({ address })}
            upload={uploadCover}
            remove={async () => setCover(firstCover())}
          />
        </div>
        <LogoAndName
          logo={logo}
          onLogo={setLogo}
          logoLabel={t('projects.logo')}
          fallback={Globe}
          name={name}
          onName={(changed) => {
            setName(changed)
            if (problem?.field === 'name') setProblem(undefined)
          }}
          nameLabel={t('projects.name')}
          nameField={nameField}
          maxLength={255}
          error={nameError}
        >
          <div className="w-36 shrink-0 max-md:w-full">
            <Input
              size="lg"
              label={t('projects.identifier')}
              required
              maxLength={5}
              spellCheck={false}
              autoCapitalize="characters"
              value={identifier}
              onChange={(event) => {
                setOwnIdentifier(readIdentifier(event.target.value))
                if (problem?.field === 'identifier') setProblem(undefined)
              }}
              error={identifierError}
            />
          </div>
        </LogoAndName>
        <Textarea
          label={t('projects.description')}
          maxLength={10_000}
          value={description}
          onChange={(event) => setDescription(event.target.value)}
        />
        <div className="flex flex-wrap gap-1.5">
          <ProjectTemplatePicker slug={slug} value={template} onChange={setTemplate} />
          <Combobox
            label={t('projects.network')}
            options={[
              {
                value: String(PUBLIC),
                label: t('projects.public'),
                icon: Globe,
                hint: t('projects.public_hint'),
              },
              {
                value: String(PRIVATE),
                label: t('projects.private'),
                icon: Lock,
                hint: t('projects.private_hint'),
              },
            ]}
            value={String(network)}
            onChange={(value) => setNetwork(Number(value))}
            width={420}
            trigger={
              <PropertyPill label={t('projects.network')} icon={network === PUBLIC ? Globe : Lock}>
                {t(network === PUBLIC ? 'projects.public' : 'projects.private')}
              </PropertyPill>
            }
          />
          <Combobox
            label={t('projects.lead')}
            options={people.map((person) => ({
              value: person.id,
              label: person.name,
              icon: <Avatar person={person} size={16} tooltip={false} />,
            }))}
            value={lead}
            onChange={(value) => setLead(value === lead ? null : value)}
            trigger={
              <PropertyPill
                label={t('projects.lead')}
                icon={leader ? <Avatar person={leader} size={16} tooltip={false} /> : User}
              >
                {leader?.name ?? t('projects.lead')}
              </PropertyPill>
            }
          />
        </div>
      </FormFields>
    </Dialog>
  )
}
