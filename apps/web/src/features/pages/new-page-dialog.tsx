import { pageAccess } from '@cairn/contract'
import { useNavigate } from '@tanstack/react-router'
import { FileText } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { FormFields } from '#ui/form-layout.tsx'
import { LogoAndName } from '#ui/logo-and-name.tsx'
import type { LogoValue } from '#ui/logo-value.ts'
import { Segment } from '#ui/segment.tsx'
import { toast } from '#ui/toast.ts'
import { useCreatePage } from './hooks.ts'
import { pageAddress } from './page-address.ts'

interface NewPageDialogProps {
  slug: string
  project_id: string
  /** Who sees it, until something else is chosen. */
  access?: number
  onClose: () => void
}

const MAX_LENGTH = 255

export default function NewPageDialog(props: NewPageDialogProps) {
  const { slug, project_id, onClose } = props
  const { t } = useTranslation()
  const navigate = useNavigate()
  const nameField = useRef<HTMLInputElement>(null)
  const [open, setOpen] = useState(true)
  const [name, setName] = useState('')
  const [logo, setLogo] = useState<LogoValue>({})
  const [access, setAccess] = useState(props.access ?? pageAccess.public)
  const [tried, setTried] = useState(false)
  const create = useCreatePage({ slug, project_id })

  const nameError =
    (tried && !name.trim() && t('pages.name_required')) ||
    (name.trim().length > MAX_LENGTH && t('pages.name_too_long')) ||
    undefined

  function close() {
    setOpen(false)
    // After the dialog has faded out.
    setTimeout(onClose, 200)
  }

  async function handleSubmit() {
    setTried(true)
    const title = name.trim()
    if (!title || title.length > MAX_LENGTH || create.isPending) return
    try {
      const page = await create.mutateAsync({ name: title, logo_props: { ...logo }, access })
      close()
      const to: string = pageAddress({ slug, project_id }, page)
      void navigate({ to })
    } catch {
      toast({ kind: 'error', title: t('pages.failed'), text: t('pages.not_created') })
    }
  }

  return (
    <Dialog
      open={open}
      onClose={close}
      dismissible={false}
      title={t('pages.create_title')}
      initialFocus={nameField}
      onSubmit={() => void handleSubmit()}
      footer={
        <>
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button type="submit" variant="primary" busy={create.isPending}>
            {t(create.isPending ? 'pages.creating' : 'pages.create')}
          </Button>
        </>
      }
    >
      <FormFields>
        <LogoAndName
          logo={logo}
          onLogo={setLogo}
          logoLabel={t('pages.logo')}
          fallback={FileText}
          name={name}
          onName={setName}
          nameLabel={t('pages.title')}
          nameField={nameField}
          error={nameError}
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
      </FormFields>
    </Dialog>
  )
}
