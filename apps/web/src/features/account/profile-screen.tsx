import { Info } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { useChangeMe } from '#entities/account/change-hooks.ts'
import { useMe } from '#entities/account/hooks.ts'
import { RestoredNote } from '#entities/left-text/left-text-notes.tsx'
import { useFormDraft } from '#entities/left-text/use-form-draft.ts'
import { Button } from '#ui/controls/button.tsx'
import { FormColumns, SettingsPage, SettingsSection } from '#ui/controls/form-layout.tsx'
import { Input } from '#ui/controls/input.tsx'
import { Banner } from '#ui/feedback/banner.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { usePageTitle } from '#ui/platform/use-page-title.ts'
import { useParams } from '#ui/router/hooks.ts'
import { Link } from '#ui/router/link.tsx'
import { ChangeEmailDialog } from './change-email-dialog.tsx'
import { DeactivateAccount } from './deactivate-account.tsx'
import { problemOfDisplayName, problemOfFirstName, problemOfLastName } from './name-problems.ts'
import { ProfilePictures } from './profile-pictures.tsx'

const MAX_NAME_LENGTH = 24

export function ProfileScreen() {
  const { t } = useTranslation()
  const { slug } = useParams('/$slug')
  usePageTitle(t('account.profile.page_title'))
  return (
    <SettingsPage title={t('account.profile.title')} description={t('account.profile.text')}>
      <div className="mt-6">
        <Banner
          boxed
          icon={Info}
          action={
            <Link to="/$slug/settings/account/preferences/" params={{ slug }} className="link">
              {t('account.profile.go_to_preferences')}
            </Link>
          }
        >
          {t('account.profile.elsewhere')}
        </Banner>
      </div>
      <ProfilePictures />
      <NamesForm />
      <SettingsSection>
        <DeactivateAccount />
      </SettingsSection>
    </SettingsPage>
  )
}

type Names = { first_name: string; last_name: string; display_name: string }

function NamesForm() {
  const { t } = useTranslation()
  const me = useMe()
  const change = useChangeMe()
  // Only typed values: changes made elsewhere show here until something is typed.
  const form = useFormDraft<Names>('profile', me.id, me)
  const { draft: typed, setDraft: setTyped } = form
  const [tried, setTried] = useState(false)
  const [saving, setSaving] = useState(false)
  const [changingEmail, setChangingEmail] = useState(false)
  const names: Names = {
    first_name: typed.first_name ?? me.first_name,
    last_name: typed.last_name ?? me.last_name,
    display_name: typed.display_name ?? me.display_name,
  }
  const problems = {
    first_name: problemOfFirstName(names.first_name),
    last_name: problemOfLastName(names.last_name),
    display_name: problemOfDisplayName(names.display_name),
  }

  function field(name: keyof Names) {
    const showsError = tried || typed[name] !== undefined
    const problem = problems[name]
    return {
      name,
      value: names[name],
      error: showsError && problem ? t(problem) : undefined,
      onChange: (event: { target: { value: string } }) =>
        setTyped((before) => ({ ...before, [name]: event.target.value })),
    }
  }

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (Object.values(problems).some(Boolean) || saving) return
    setSaving(true)
    const body = {
      first_name: names.first_name.trim(),
      last_name: names.last_name.trim(),
      display_name: names.display_name.trim(),
    }
    change.mutate(body, {
      onSuccess: () => {
        setSaving(false)
        form.clear()
        toast({ kind: 'success', title: t('account.profile.updated') })
      },
      onFailure: () => setSaving(false),
    })
  }

  return (
    <SettingsSection>
      <form noValidate onSubmit={handleSubmit} className="flex flex-col gap-4">
        <FormColumns>
          <Input
            {...field('first_name')}
            label={t('account.profile.first_name')}
            required
            maxLength={MAX_NAME_LENGTH}
            autoComplete="given-name"
          />
          <Input
            {...field('last_name')}
            label={t('account.profile.last_name')}
            maxLength={MAX_NAME_LENGTH}
            autoComplete="family-name"
          />
        </FormColumns>
        <FormColumns>
          <Input
            {...field('display_name')}
            label={t('account.profile.display_name')}
            hint={t('account.profile.display_name_hint')}
            required
            autoComplete="nickname"
          />
          <div className="flex min-w-0 items-start gap-2">
            <div className="min-w-0 grow">
              <Input
                label={t('account.profile.email')}
                readOnly
                value={me.email}
                className="bg-hover!"
              />
            </div>
            <Button className="mt-6.5" onClick={() => setChangingEmail(true)}>
              {t('account.email.change')}
            </Button>
          </div>
        </FormColumns>
        <div className="flex flex-wrap items-center gap-3">
          <Button type="submit" variant="primary" busy={saving}>
            {t(saving ? 'account.saving' : 'account.profile.save')}
          </Button>
          {form.isRestored && <RestoredNote onDiscard={form.clear} />}
        </div>
      </form>
      <ChangeEmailDialog open={changingEmail} onClose={() => setChangingEmail(false)} />
    </SettingsSection>
  )
}
