import { useMutation } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { type FormEvent, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { changeMe, useMe, useMyProfile } from '#entities/account/hooks.ts'
import { setFirstPassword } from '#entities/sign-in/first-password.ts'
import { useNewPassword } from '#entities/sign-in/new-password-fields.tsx'
import { Button } from '#ui/controls/button.tsx'
import { FormColumns, FormFields } from '#ui/controls/form-layout.tsx'
import { Input } from '#ui/controls/input.tsx'
import { browsersZone } from '#ui/dates/own-zone.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { avatarColour, initialOf } from '#ui/people/avatar-colour.ts'
import { lazy } from '#ui/platform/lazy.ts'
import { OnboardingLayout } from './onboarding-layout.tsx'
import { problemOfName } from './profile-names.ts'
import { saveProfile, useFinish } from './save-progress.ts'

const AvatarDialog = lazy(async () => ({
  default: (await import('#entities/file/avatar-dialog.tsx')).AvatarDialog,
}))

interface ProfileStepProps {
  total: number
  /** The user signed in with a code and may set a password too. */
  lacksPassword: boolean
}

export function ProfileStep({ total, lacksPassword }: ProfileStepProps) {
  const { t } = useTranslation()
  const { onboarding_step } = useMyProfile()
  const details = useDetails()
  const chosen = useNewPassword(t('onboarding.password'), true)
  const isBlank = chosen.password === '' && chosen.confirmation === ''
  const finish = useFinish()
  const isLast = total === 1
  const save = useMutation({
    mutationFn: async () => {
      await details.save()
      // After it: a new password gives the browser a new session.
      if (chosen.password) await setFirstPassword(chosen.password)
      // Completes this step. For a user who joined an existing workspace it is the last one.
      if (!isLast) {
        await saveProfile({ onboarding_step: { ...onboarding_step, profile_complete: true } })
      }
    },
    onSuccess: () => isLast && finish.mutate(),
    onError: (error) => notifyFailure(t('onboarding.profile_failed'), error),
  })
  return (
    <Page
      current={1}
      total={total}
      title={t('onboarding.welcome')}
      subtitle={t('onboarding.welcome_text')}
      busy={save.isPending || finish.isPending}
      disabled={lacksPassword && !isBlank && !(chosen.isReady && chosen.isStrong)}
      onSubmit={() => details.check() && save.mutate()}
    >
      {details.fields}
      {lacksPassword && chosen.fields()}
    </Page>
  )
}

interface PageProps {
  current: number
  total: number
  title: string
  subtitle: string
  busy: boolean
  disabled?: boolean
  onSubmit: () => void
  children: ReactNode
}

function Page({ busy, disabled = false, onSubmit, children, ...layout }: PageProps) {
  const { t } = useTranslation()

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (!busy && !disabled) onSubmit()
  }

  return (
    <OnboardingLayout {...layout}>
      <form className="mt-6" onSubmit={handleSubmit} noValidate>
        <FormFields>
          {children}
          <Button type="submit" variant="primary" size="lg" block busy={busy} disabled={disabled}>
            {t('onboarding.continue')}
          </Button>
        </FormFields>
      </form>
    </OnboardingLayout>
  )
}

function useDetails() {
  const { t } = useTranslation()
  const me = useMe()
  const [firstName, setFirstName] = useState(me.first_name)
  const [lastName, setLastName] = useState(me.last_name)
  const [checked, setChecked] = useState(false)
  const firstProblem = problemOfName(firstName, true)
  const lastProblem = problemOfName(lastName, false)
  // Shows "too long" while typing, but "required" only after a submit.
  const firstError = firstProblem === 'required' && !checked ? undefined : firstProblem

  return {
    check() {
      setChecked(true)
      return !firstProblem && !lastProblem
    },
    save: () =>
      changeMe({
        first_name: firstName.trim(),
        last_name: lastName.trim(),
        // The server derives it from the names, unless the user has chosen one before.
        ...(me.first_name === '' && { display_name: '' }),
        // Defaults to the time zone of the browser if none was chosen.
        ...(me.user_timezone === 'UTC' && { user_timezone: browsersZone }),
      }),
    fields: (
      <>
        <AvatarButton name={firstName || me.email} />
        <FormColumns>
          <Input
            size="lg"
            name="first_name"
            label={t('onboarding.first_name')}
            autoComplete="given-name"
            autoFocus
            required
            value={firstName}
            onChange={(event) => {
              setFirstName(event.target.value)
              setChecked(true)
            }}
            error={firstError && t(`onboarding.first_name_${firstError}`)}
          />
          <Input
            size="lg"
            name="last_name"
            label={t('onboarding.last_name')}
            autoComplete="family-name"
            value={lastName}
            onChange={(event) => setLastName(event.target.value)}
            error={lastProblem && t('onboarding.last_name_too_long')}
          />
        </FormColumns>
      </>
    ),
  }
}

function AvatarButton({ name }: { name: string }) {
  const { t } = useTranslation()
  const { id, avatar_url } = useMe()
  const [choosing, setChoosing] = useState<boolean>()
  return (
    <>
      <button
        type="button"
        onClick={() => setChoosing(true)}
        className="group flex w-fit items-center gap-3 rounded-lg pr-2 text-left"
      >
        {avatar_url ? (
          <img src={avatar_url} alt="" className="size-14 rounded-full bg-hover object-cover" />
        ) : (
          <span
            aria-hidden
            style={{ background: `var(--avatar-${avatarColour(id)})` }}
            className="grid size-14 place-items-center rounded-full text-heading font-semibold text-(--on-avatar)"
          >
            {initialOf(name)}
          </span>
        )}
        <span className="flex items-center gap-1.5 font-medium text-accent-ink group-hover:underline">
          <Icon of={Pencil} size={14} />
          {t('onboarding.choose_image')}
        </span>
      </button>
      {choosing !== undefined && (
        <Suspense>
          <AvatarDialog open={choosing} onClose={() => setChoosing(false)} />
        </Suspense>
      )}
    </>
  )
}
