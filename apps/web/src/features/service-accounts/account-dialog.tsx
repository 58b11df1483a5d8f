import { ADMIN, GUEST, MEMBER, type Role, type ServiceAccount } from '@cairn/contract'
import { useRef, useState } from 'react'
import { type TextKey, useTranslation } from '#data/i18n.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { ExpiryField, endOfExpiry, noExpiry } from '#entities/token/expiry-field.tsx'
import { ShownToken } from '#entities/token/shown-token.tsx'
import { Button } from '#ui/controls/button.tsx'
import { FormFields } from '#ui/controls/form-layout.tsx'
import { Input } from '#ui/controls/input.tsx'
import { Select } from '#ui/controls/select.tsx'
import { Switch } from '#ui/controls/switch.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { useClose } from '#ui/platform/presence.tsx'
import {
  useChangeServiceAccount,
  useCreateServiceAccount,
  useRenewServiceAccount,
} from './hooks.ts'
import { ProjectsField } from './projects-field.tsx'

export type AskedDialog =
  | { kind: 'create' }
  | { kind: 'change'; account: ServiceAccount }
  | { kind: 'renew'; account: ServiceAccount }

interface AccountDialogProps {
  slug: string
  asked: AskedDialog
  onClose: () => void
}

const MAX_NAME = 255

interface Made {
  token: string
  expired_at: string | null
}

/** Creates, changes or renews an account; a new token is shown afterwards. */
export default function AccountDialog({ slug, asked, onClose }: AccountDialogProps) {
  const { t } = useTranslation()
  const [made, setMade] = useState<Made>()
  const close = useClose(onClose)
  if (made) {
    return (
      <ShownToken
        open
        title={t('service_accounts.made_title')}
        warning={t('service_accounts.once')}
        token={made.token}
        expired_at={made.expired_at}
        onClose={close}
      />
    )
  }
  const parts = { slug, onClose: close, onMade: setMade }
  return asked.kind === 'renew' ? (
    <RenewForm {...parts} account={asked.account} />
  ) : (
    <AccountForm {...parts} account={asked.kind === 'change' ? asked.account : undefined} />
  )
}

interface FormProps {
  slug: string
  onClose: () => void
  onMade: (made: Made) => void
}

function useExpiry() {
  const { t } = useTranslation()
  const [expiry, setExpiry] = useState(noExpiry)
  const [tried, setTried] = useState(false)
  const end = endOfExpiry(expiry)
  const isMissing = end === undefined
  const error = tried && isMissing ? t('service_accounts.expiry_required') : undefined
  return {
    isMissing,
    expired_at: end ? end.toISOString() : null,
    try: () => setTried(true),
    field: (
      <ExpiryField
        value={expiry}
        onChange={setExpiry}
        neverHint={t('service_accounts.never_hint')}
        error={error}
      />
    ),
    neverSwitch: (
      <Switch
        className="mr-auto"
        label={t('api_tokens.never')}
        checked={expiry.never}
        onChange={(never) => setExpiry({ ...expiry, never })}
      />
    ),
  }
}

function AccountForm({
  slug,
  account,
  onClose,
  onMade,
}: FormProps & { account: ServiceAccount | undefined }) {
  const { t } = useTranslation()
  const create = useCreateServiceAccount(slug)
  const change = useChangeServiceAccount(slug)
  const nameField = useRef<HTMLInputElement>(null)
  const [name, setName] = useState(account?.name ?? '')
  const [role, setRole] = useState<Role>(account?.role ?? MEMBER)
  const [project_ids, setProjectIds] = useState(account?.project_ids ?? [])
  const [tried, setTried] = useState(false)
  const expiry = useExpiry()
  const busy = create.isPending || change.isPending
  const nameError =
    (tried && !name.trim() && t('service_accounts.name_required')) ||
    (name.length > MAX_NAME && t('service_accounts.name_long')) ||
    undefined

  async function handleSubmit() {
    setTried(true)
    expiry.try()
    if (!name.trim() || name.length > MAX_NAME || busy) return
    const body = { name: name.trim(), role, project_ids }
    try {
      if (account) {
        await change.mutateAsync({ id: account.id, ...body })
        onClose()
      } else if (!expiry.isMissing) {
        onMade(await create.mutateAsync({ ...body, expired_at: expiry.expired_at }))
      }
    } catch (error) {
      notifyFailure(
        t(account ? 'service_accounts.not_changed' : 'service_accounts.not_created'),
        error,
      )
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      dismissible={false}
      title={t(account ? 'service_accounts.change_title' : 'service_accounts.create_title')}
      initialFocus={nameField}
      onSubmit={() => void handleSubmit()}
      footer={
        <>
          {!account && expiry.neverSwitch}
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" variant="primary" busy={busy}>
            {t(account ? 'service_accounts.save' : 'service_accounts.create')}
          </Button>
        </>
      }
    >
      <FormFields>
        <Input
          ref={nameField}
          size="lg"
          label={t('service_accounts.name')}
          placeholder={t('service_accounts.name_example')}
          required
          value={name}
          error={nameError}
          onChange={(event) => setName(event.target.value)}
        />
        <ProjectsField slug={slug} chosen={project_ids} onChange={setProjectIds} />
        <Select
          size="lg"
          label={t('service_accounts.role')}
          hint={t(`service_accounts.role_hint.${role}`)}
          options={[GUEST, MEMBER, ADMIN].map((one) => ({
            value: one,
            label: t(`shell.role.${one}` as TextKey),
          }))}
          value={role}
          onChange={(next) => setRole(next as Role)}
        />
        {!account && expiry.field}
      </FormFields>
    </Dialog>
  )
}

function RenewForm({ slug, account, onClose, onMade }: FormProps & { account: ServiceAccount }) {
  const { t } = useTranslation()
  const renew = useRenewServiceAccount(slug)
  const expiry = useExpiry()

  async function handleSubmit() {
    expiry.try()
    if (expiry.isMissing || renew.isPending) return
    try {
      onMade(await renew.mutateAsync({ id: account.id, expired_at: expiry.expired_at }))
    } catch (error) {
      notifyFailure(t('service_accounts.not_renewed'), error)
    }
  }

  return (
    <Dialog
      open
      onClose={onClose}
      dismissible={false}
      title={t('service_accounts.renew_title', { name: account.name })}
      onSubmit={() => void handleSubmit()}
      footer={
        <>
          {expiry.neverSwitch}
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="submit" variant="primary" busy={renew.isPending}>
            {t('service_accounts.renew')}
          </Button>
        </>
      }
    >
      <FormFields>
        <p className="text-ink-2">{t('service_accounts.renew_text')}</p>
        {expiry.field}
      </FormFields>
    </Dialog>
  )
}
