import {
  ACCEPTED,
  type DeployBoard,
  DUPLICATE,
  type IntakeStatus,
  isOpenInIntake,
  type PublicRequest,
} from '@cairn/contract'
import { Pencil, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type TextKey, useTranslation } from '#data/i18n.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { Editor } from '#entities/editor/editor.tsx'
import { Button, buttonLook } from '#ui/controls/button.tsx'
import { Panel, PanelRow } from '#ui/controls/form-layout.tsx'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { Input } from '#ui/controls/input.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Tag, type Tone } from '#ui/people/badge.tsx'
import { type RequestRef, useRemoveRequest, useRequests, useSaveRequest } from './request-hooks.ts'
import { useVisitor } from './visitor.ts'

interface RequestsDialogProps {
  settings: DeployBoard
  onClose: () => void
}

/** Lets a visitor submit requests and see their status. */
export default function RequestsDialog({ settings, onClose }: RequestsDialogProps) {
  const { t } = useTranslation()
  const { user, signIn } = useVisitor()
  const { anchor, intake } = settings
  if (!user || !intake) {
    return (
      <Dialog
        open
        size="sm"
        onClose={onClose}
        title={t('public_site.requests')}
        footer={
          <>
            <Button onClick={onClose}>{t('public_site.requests_cancel')}</Button>
            <a href={signIn} className={buttonLook('primary')}>
              {t('public_site.sign_in')}
            </a>
          </>
        }
      >
        <p className="text-ink-2">{t('public_site.requests_sign_in')}</p>
      </Dialog>
    )
  }
  return <OwnRequests place={{ anchor, intake_id: intake }} onClose={onClose} />
}

interface OwnRequestsProps {
  place: RequestRef
  onClose: () => void
}

function OwnRequests({ place, onClose }: OwnRequestsProps) {
  const { t } = useTranslation()
  const requests = useRequests(place) ?? []
  const [editing, setEditing] = useState<PublicRequest>()
  const [sent, setSent] = useState(0)
  return (
    <RequestForm
      key={editing?.id ?? sent}
      place={place}
      editing={editing}
      onDone={() => {
        setEditing(undefined)
        setSent(sent + 1)
      }}
      onClose={onClose}
    >
      {requests.length > 0 && (
        <section className="mt-5">
          <h3 className="mb-2 font-medium">{t('public_site.requests_yours')}</h3>
          <Panel>
            {requests.map((request) => (
              <RequestRow
                key={request.id}
                place={place}
                request={request}
                onEdit={() => setEditing(request)}
              />
            ))}
          </Panel>
        </section>
      )}
    </RequestForm>
  )
}

interface RequestFormProps extends OwnRequestsProps {
  editing: PublicRequest | undefined
  onDone: () => void
  children: ReactNode
}

function RequestForm({ place, editing, onDone, onClose, children }: RequestFormProps) {
  const { t } = useTranslation()
  const [name, setName] = useState(editing?.name ?? '')
  const [html, setHtml] = useState(editing?.description_html ?? '')
  const save = useSaveRequest(place)
  const busy = save.isPending
  const ready = name.trim() !== ''

  async function handleSubmit() {
    if (!ready || busy) return
    try {
      const description_html = html || '<p></p>'
      await save.mutateAsync({ row: rowOf(editing), name: name.trim(), description_html })
      onDone()
    } catch (error) {
      notifyFailure(t('public_site.request_not_sent'), error)
    }
  }

  const [send, sending] = editing
    ? [t('public_site.request_save'), t('public_site.request_saving')]
    : [t('public_site.request_send'), t('public_site.request_sending')]
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('public_site.requests')}
      description={t('public_site.requests_text')}
      dismissible={!ready}
      onSubmit={() => void handleSubmit()}
      footer={
        <>
          <Button onClick={editing ? onDone : onClose}>
            {t(editing ? 'public_site.requests_cancel' : 'public_site.requests_close')}
          </Button>
          <Button type="submit" variant="primary" disabled={!ready} busy={busy}>
            {busy ? sending : send}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3">
        <Input
          size="lg"
          label={t('public_site.request_name')}
          maxLength={255}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Editor
          value={html}
          onChange={setHtml}
          label={t('public_site.request_description')}
          placeholder={t('public_site.request_description')}
          toolbar="fixed"
        />
      </div>
      {children}
    </Dialog>
  )
}

const rowOf = (request: PublicRequest | undefined) => request?.issue_intake[0]?.id

/** Snoozed requests are shown as open: visitors should not see it. */
function faceOf(status: IntakeStatus): { name: string; tone: Tone } {
  if (isOpenInIntake({ status })) return { name: 'open', tone: 'info' }
  if (status === ACCEPTED) return { name: 'accepted', tone: 'success' }
  return { name: status === DUPLICATE ? 'duplicate' : 'declined', tone: 'neutral' }
}

interface RequestRowProps {
  place: RequestRef
  request: PublicRequest
  onEdit: () => void
}

function RequestRow({ place, request, onEdit }: RequestRowProps) {
  const { t } = useTranslation()
  const remove = useRemoveRequest(place)
  const { name, issue_intake } = request
  const [entry] = issue_intake
  if (!entry) return null
  const face = faceOf(entry.status)
  return (
    <PanelRow>
      <span className="min-w-0 grow truncate">{name}</span>
      <Tag tone={face.tone}>{t(`public_site.request_status.${face.name}` as TextKey)}</Tag>
      {isOpenInIntake(entry) && (
        <IconButton
          size="sm"
          icon={Pencil}
          label={t('public_site.request_edit', { name })}
          onClick={onEdit}
        />
      )}
      <IconButton
        size="sm"
        icon={Trash2}
        label={t('public_site.request_delete', { name })}
        onClick={() => remove.mutate(entry.id)}
      />
    </PanelRow>
  )
}
