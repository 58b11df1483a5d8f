import { useMutation } from '@tanstack/react-query'
import { Pencil } from 'lucide-react'
import { type FormEvent, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { changeMe, useMe, useMyProfile } from '#entities/account/hooks.ts'
import { setFirstPassword } from '#entities/sign-in/first-password.ts'
import { useNewPassword } from '#entities/sign-in/new-password-fields.tsx'
import { Button } from '#ui/controls/button.tsx'
import { FormColumns, FormFields } from '#ui/controls/form-layout.tsx'
import { Input } from '#ui/controls/input.tsx'
import { browsersZone } from '#ui/dates/own-zone.ts'
import { toast } from '#ui/feedback/toast.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { avatarColour, initialOf } from '#ui/people/avatar-colour.ts'
import { lazy } from '#ui/platform/lazy.ts'
import { ChoiceChips } from './choice-chips.tsx'
import { OnboardingLayout } from './onboarding-layout.tsx'
import { domains, problemOfName, roles } from './profile-answers.ts'
import { saveProfile, useFinish } from './save-progress.ts'

const AvatarDialog = lazy(async () => ({
  default: (await import('#entities/file/avatar-dialog.tsx')).AvatarDialog,
}))

interface ProfileStepProps {
  total: number
  /** Came in with a code: the first page offers a password, the second one asks the rest. */
  lacksPassword: boolean
}

export function ProfileStep({ total, lacksPassword }: ProfileStepProps) {
  const [named, setNamed] = useState(false)
  if (lacksPassword && named) return <PersonalizationPage total={total} />
  if (lacksPassword) return <DetailsPage total={total} onDone={() => setNamed(true)} />
  return <WholePage total={total} />
}

/** Everything at once, for whoever chose a password when signing up. */
function WholePage({ total }: { total: number }) {
  const { t } = useTranslation()
  const details = useDetails()
  const answers = useAnswers()
  const next = useNext(total)
  const save = useMutation({
    // The answers last: with them this step is over.
    mutationFn: () => details.save().then(() => answers.save(total)),
    onSuccess: next.go,
    onError: useFailure(t('onboarding.profile_failed')),
  })
  return (
    <Page
      current={1}
      total={total}
      title={t('onboarding.welcome')}
      subtitle={t('onboarding.welcome_text')}
      busy={save.isPending || next.isPending}
      onSubmit={() => [details.check(), answers.check()].every(Boolean) && save.mutate()}
    >
      {details.fields}
      {answers.fields}
    </Page>
  )
}

function DetailsPage({ total, onDone }: { total: number; onDone: () => void }) {
  const { t } = useTranslation()
  const details = useDetails()
  const chosen = useNewPassword(t('onboarding.password'), true)
  const isBlank = chosen.password === '' && chosen.confirmation === ''
  const isPasswordReady = isBlank || (chosen.isReady && chosen.isStrong)
  const save = useMutation({
    mutationFn: async () => {
      await details.save()
      // After it: a new password gives the browser a new session.
      if (chosen.password) await setFirstPassword(chosen.password)
    },
    onSuccess: onDone,
    onError: useFailure(t('onboarding.details_failed')),
  })
  return (
    <Page
      current={1}
      total={total}
      title={t('onboarding.welcome')}
      subtitle={t('onboarding.welcome_text')}
      busy={save.isPending}
      disabled={!isPasswordReady}
      onSubmit={() => details.check() && save.mutate()}
    >
      {details.fields}
      {chosen.fields()}
    </Page>
  )
}

function PersonalizationPage({ total }: { total: number }) {
  const { t } = useTranslation()
  const { first_name } = useMe()
  const answers = useAnswers()
  const next = useNext(total)
  const save = useMutation({
    mutationFn: () => answers.save(total),
    onSuccess: next.go,
    onError: useFailure(t('onboarding.profile_failed')),
  })
  return (
    <Page
      current={2}
      total={total}
      title={t('onboarding.looking_good', { name: first_name })}
      subtitle={t('onboarding.looking_good_text')}
      busy={save.isPending || next.isPending}
      onSubmit={() => answers.check() && save.mutate()}
    >
      {answers.fields}
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

function useFailure(text: string) {
  const { t } = useTranslation()
  return () => void toast({ kind: 'error', title: t('onboarding.failure'), text })
}

/** Who was brought into a workspace is done here; the others go on to the next step by themselves. */
function useNext(total: number) {
  const { t } = useTranslation()
  const finish = useFinish()
  return {
    isPending: finish.isPending,
    go: () => {
      toast({
        kind: 'success',
        title: t('onboarding.success'),
        text: t('onboarding.profile_done'),
      })
      if (total <= 2) finish.mutate()
    },
  }
}

function useDetails() {
  const { t } = useTranslation()
  const me = useMe()
  const [firstName, setFirstName] = useState(me.first_name)
  const [lastName, setLastName] = useState(me.last_name)
  const [checked, setChecked] = useState(false)
  const firstProblem = problemOfName(firstName, true)
  const lastProblem = problemOfName(lastName, false)
  // What is too long is said while typing, what is missing once it was asked for.
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
        // Made of the names by the server, unless one was chosen before.
        ...(me.first_name === '' && { display_name: '' }),
        // Where nobody chose another, days are those of where one sits.
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

function useAnswers() {
  const { t } = useTranslation()
  const profile = useMyProfile()
  const [role, setRole] = useState(roles.find((one) => one === profile.role))
  const [domain, setDomain] = useState(domains.find((one) => one === profile.use_case))
  const [checked, setChecked] = useState(false)
  const missing = (value: string | undefined) =>
    checked && !value ? t('onboarding.required') : undefined

  return {
    check() {
      setChecked(true)
      return Boolean(role && domain)
    },
    save: (total: number) =>
      saveProfile({
        role,
        use_case: domain,
        ...(total > 2 && {
          onboarding_step: { ...profile.onboarding_step, profile_complete: true },
        }),
      }),
    fields: (
      <>
        <ChoiceChips
          label={t('onboarding.role')}
          options={roles.map((value) => ({ value, label: t(`onboarding.roles.${value}`) }))}
          value={role}
          onChange={setRole}
          error={missing(role)}
        />
        <ChoiceChips
          label={t('onboarding.domain')}
          options={domains.map((value) => ({ value, label: t(`onboarding.domains.${value}`) }))}
          value={domain}
          onChange={setDomain}
          error={missing(domain)}
        />
      </>
    ),
  }
}
