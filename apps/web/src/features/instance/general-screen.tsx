import { type FormEvent, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { useChangeInstance, useInstance } from '#entities/instance/hooks.ts'
import { UnsavedChanges } from '#entities/instance/unsaved-changes.tsx'
import { useGodModeTitle } from '#entities/instance/use-god-mode-title.ts'
import { Button, buttonLook } from '#ui/controls/button.tsx'
import { FormFields, SettingsPage, SettingsSection } from '#ui/controls/form-layout.tsx'
import { Input } from '#ui/controls/input.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Link } from '#ui/router/link.tsx'

export function GeneralScreen() {
  const { t } = useTranslation()
  const own = useInstance()?.instance
  const [typed, setTyped] = useState<string>()
  const [left, setLeft] = useState(false)
  const change = useChangeInstance()
  useGodModeTitle(t('god_mode.general.title'))
  if (!own) return null

  const name = typed ?? own.instance_name
  const isChanged = name.trim() !== own.instance_name
  const isReady = isChanged && name.trim() !== ''

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    setLeft(true)
    if (!isReady || change.isPending) return
    change.mutate(
      { instance_name: name.trim() },
      {
        onSuccess: () => {
          setTyped(undefined)
          toast({ kind: 'success', title: t('god_mode.general.saved') })
        },
        onError: (error) => notifyFailure(t('god_mode.not_saved'), error),
      },
    )
  }

  return (
    <SettingsPage
      title={t('god_mode.general.title')}
      description={t('god_mode.general.description')}
    >
      {!own.workspaces_exist && <FirstWorkspace />}
      <SettingsSection>
        <form onSubmit={handleSubmit} noValidate>
          <FormFields>
            <Input
              label={t('god_mode.general.name')}
              required
              maxLength={255}
              autoComplete="off"
              value={name}
              onChange={(event) => setTyped(event.target.value)}
              onBlur={() => setLeft(true)}
              error={
                left && !name.trim()
                  ? t('god_mode.required', { label: t('god_mode.general.name') })
                  : undefined
              }
            />
            <Input
              label={t('god_mode.general.email')}
              hint={t('god_mode.general.email_hint')}
              readOnly
              className="bg-sunken!"
              value={own.primary_owner_details?.email ?? ''}
            />
            <Input
              label={t('god_mode.general.instance_id')}
              readOnly
              className="bg-sunken!"
              value={own.instance_id}
            />
            <div>
              <Button type="submit" variant="primary" busy={change.isPending} disabled={!isReady}>
                {change.isPending ? t('god_mode.saving') : t('god_mode.save')}
              </Button>
            </div>
          </FormFields>
        </form>
      </SettingsSection>
      <UnsavedChanges when={isChanged} />
    </SettingsPage>
  )
}

/** There is no workspace yet: a link to create the first, until dismissed. */
function FirstWorkspace() {
  const { t } = useTranslation()
  const [closed, setClosed] = useState(false)
  if (closed) return null
  return (
    <div className="mt-6">
      <Banner
        boxed
        tone="info"
        action={
          <span className="flex gap-2">
            <Button variant="ghost" onClick={() => setClosed(true)}>
              {t('god_mode.close')}
            </Button>
            <Link to="/god-mode/workspace/create/" className={buttonLook('secondary')}>
              {t('god_mode.workspaces.create')}
            </Link>
          </span>
        }
      >
        {t('god_mode.general.no_workspace')}
      </Banner>
    </div>
  )
}
