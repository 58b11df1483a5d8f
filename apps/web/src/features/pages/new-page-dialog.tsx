import { type ProjectPage, pageAccess } from '@cairn/contract'
import { FileText } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { sentenceOf } from '#data/notify-failure.ts'
import { useSentDialog } from '#data/use-sent-dialog.ts'
import { Segment } from '#ui/controls/segment.tsx'
import { LogoAndName } from '#ui/icons/logo-and-name.tsx'
import type { LogoValue } from '#ui/icons/logo-value.ts'
import { FormDialog } from '#ui/overlays/form-dialog.tsx'
import { latestLocation, navigate } from '#ui/router/router.ts'
import { useCreatePage } from './hooks.ts'
import { awaitTitle } from './new-title.ts'
import { pageAddress } from './page-address.ts'
import { type PageStart, TemplatePicker } from './template-picker.tsx'

interface NewPageDialogProps {
  slug: string
  project_id: string
  /** Initial access, until the user changes it. */
  access?: number
  onClose: () => void
}

const MAX_LENGTH = 255

export default function NewPageDialog(props: NewPageDialogProps) {
  const { slug, project_id, onClose } = props
  const { t } = useTranslation()
  const nameField = useRef<HTMLInputElement>(null)
  const { open, problem, nameProblem, setProblem, close, send } = useSentDialog(onClose)
  const [name, setName] = useState('')
  const [logo, setLogo] = useState<LogoValue>({})
  const [access, setAccess] = useState(props.access ?? pageAccess.public)
  const [start, setStart] = useState<PageStart>()
  const [tried, setTried] = useState(false)
  const create = useCreatePage({ slug, project_id })

  /** Uses the logo of the template, unless the user has chosen another. */
  function handleStart(next: PageStart | undefined) {
    const isFirst = !logo.in_use || logo === start?.logo
    if (isFirst) setLogo(next?.logo ?? {})
    setStart(next)
  }

  const nameError =
    (tried && !name.trim() && t('pages.name_required')) ||
    (name.trim().length > MAX_LENGTH && t('pages.name_too_long')) ||
    undefined

  function handleSubmit() {
    setTried(true)
    const title = name.trim()
    if (!title || title.length > MAX_LENGTH) return
    const { onSuccess, onFailure } = send<ProjectPage>('pages.not_created')
    const from = latestLocation().href
    const id = create.mutate(
      {
        ...{ name: title, logo_props: { ...logo }, access },
        ...(start && 'template' in start && { template: start.template }),
        ...(start && 'html' in start && { description_html: start.html }),
      },
      {
        onSuccess,
        onFailure: (error) => {
          // If the page was opened, it does not exist now.
          if (latestLocation().href.includes(id)) void navigate({ to: from })
          if (onFailure?.(error) !== true) return false
          setProblem([t('pages.not_created'), sentenceOf(error)].filter(Boolean).join(' '))
          return true
        },
      },
    )
    awaitTitle(id)
    const to: string = pageAddress({ slug, project_id }, { id })
    void navigate({ to })
  }

  return (
    <FormDialog
      open={open}
      onClose={close}
      dismissible={false}
      title={t('pages.create_title')}
      initialFocus={nameField}
      onSubmit={handleSubmit}
      action={t('pages.create')}
    >
      <LogoAndName
        logo={logo}
        onLogo={setLogo}
        logoLabel={t('pages.logo')}
        fallback={FileText}
        name={name}
        onName={(typed) => {
          setName(typed)
          setProblem(undefined)
        }}
        nameLabel={t('pages.title')}
        nameField={nameField}
        error={problem ?? nameProblem ?? nameError}
      />
      <div className="flex items-center gap-3">
        <Segment
          label={t('pages.access')}
          options={[
            { value: String(pageAccess.public), label: t('pages.public') },
            { value: String(pageAccess.private), label: t('pages.private') },
          ]}
          value={String(access)}
          onChange={(value) => setAccess(Number(value))}
        />
        <span className="text-ink-2">
          {t(access === pageAccess.public ? 'pages.public_hint' : 'pages.private_hint')}
        </span>
      </div>
      <TemplatePicker scope={{ slug, project_id }} value={start} onChange={handleStart} />
    </FormDialog>
  )
}
