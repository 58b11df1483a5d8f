import type { CurrentUser, Invitation, OpenedInvitation } from '@cairn/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { House, LogIn, LogOut } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { type TextKey, useTranslation } from '#data/i18n.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { queryClient } from '#data/query-client.ts'
import { type InvitationLink, invitationIn, readAuthSearch } from '#entities/account/auth-search.ts'
import { signOut } from '#entities/account/form-post.ts'
import { session } from '#entities/account/hooks.ts'
import { landingOf } from '#entities/invitation/landing.ts'
import { answerInvitation, invitationBehind } from '#entities/invitation/my-invitations.ts'
import { projectLogo } from '#entities/project/project-logo.tsx'
import { workspaces } from '#entities/workspace/hooks.ts'
import { WorkspaceTile } from '#entities/workspace/workspace-tile.tsx'
import { Button } from '#ui/controls/button.tsx'
import { longDate } from '#ui/dates/day.ts'
import { dayOfMoment } from '#ui/dates/own-zone.ts'
import { Loader } from '#ui/feedback/loader.tsx'
import { Icon, type IconLike } from '#ui/icons/icon.tsx'
import { AccountLayout } from '#ui/layout/account-layout.tsx'
import { Avatar } from '#ui/people/avatar.tsx'
import { usePageTitle } from '#ui/platform/use-page-title.ts'
import { useSearch } from '#ui/router/hooks.ts'
import { navigate } from '#ui/router/router.ts'

/** The target of the mailed invitation, signed in or not. */
export function InvitationLinkScreen() {
  const { t } = useTranslation()
  const search = readAuthSearch(useSearch())
  const link = invitationIn(search)
  const { data: me } = useQuery(session)
  const { data: joined } = useQuery({ ...workspaces, enabled: Boolean(me) })
  const invitation = useQuery({ ...invitationBehind(link), throwOnError: true })
  usePageTitle(t('invitations.link_page_title'))

  if (link && invitation.isPending) return <Loader />
  const found = invitation.data
  const isRejected = found?.responded_at && !found.accepted
  if (!link || !found || isRejected) return <Inactive isSignedIn={Boolean(me)} />
  if (joined?.some(({ slug }) => slug === link.slug)) {
    return (
      <Card title={t('invitations.already_member', { workspace: found.workspace.name })}>
        <Home />
      </Card>
    )
  }
  if (me && me.email !== found.email) return <OtherAccount invitation={found} me={me} />
  if (found.accepted && !me) return <Accepted invitation={found} />
  if (found.accepted) return <ComesBack link={link} invitation={found} />
  return <Open link={link} invitation={found} me={me ?? null} />
}

function Inactive({ isSignedIn }: { isSignedIn: boolean }) {
  const { t } = useTranslation()
  return (
    <Card title={t('invitations.inactive')} text={t('invitations.inactive_hint')}>
      {isSignedIn ? <Home /> : <Row icon={LogIn} label={t('invitations.sign_in')} href="/" />}
    </Card>
  )
}

function OtherAccount({ invitation, me }: { invitation: Invitation; me: CurrentUser }) {
  const { t } = useTranslation()
  const { workspace, email } = invitation
  const handleSignOut = useSignOut()
  return (
    <Card
      title={t('invitations.invited', { workspace: workspace.name })}
      text={t('invitations.other_account', { email, own: me.email })}
    >
      <Row
        icon={LogOut}
        label={t('invitations.sign_out')}
        hint={t('invitations.sign_out_hint')}
        onSelect={handleSignOut}
      />
      <Home />
    </Card>
  )
}

/** Accepted, but not signed in yet: signing in with the same email joins the workspace. */
function Accepted({ invitation }: { invitation: Invitation }) {
  const { t } = useTranslation()
  const { workspace, email } = invitation
  return (
    <Card
      title={t('invitations.accepted', { workspace: workspace.name })}
      text={t('invitations.accepted_hint', { email })}
    >
      <Row icon={LogIn} label={t('invitations.sign_in')} href={`/${location.search}`} />
    </Card>
  )
}

interface ComesBackProps {
  link: InvitationLink
  invitation: Invitation
}

/** Accepted before, signed in now: nothing is left to ask. */
function ComesBack({ link, invitation }: ComesBackProps) {
  const { mutate } = useAnswer(link, invitation, true)
  useEffect(() => mutate(true), [mutate])
  return <Loader />
}

function useAnswer(link: InvitationLink, invitation: Invitation, isSignedIn: boolean) {
  const { t } = useTranslation()
  const { email } = invitation
  const next_path = landingOf(invitation)

  async function enter() {
    await queryClient.fetchQuery({ ...workspaces, staleTime: 0 })
    await navigate({ to: next_path })
  }

  /** A verified account has joined already; others join when they sign in. */
  async function signIn() {
    const waits = await queryClient.fetchQuery({ ...invitationBehind(link), staleTime: 0 })
    const query = new URLSearchParams(waits ? location.search : { email })
    query.set('next_path', next_path)
    location.assign(`/?${query}`)
  }

  return useMutation({
    // One at a time: React runs effects twice in development.
    scope: { id: link.id },
    mutationFn: async (accepted: boolean) => {
      await answerInvitation(link, { accepted, email })
      if (!accepted) location.assign('/')
      else await (isSignedIn ? enter() : signIn())
    },
    onError: (error) => {
      notifyFailure(t('invitations.error'), error)
      void queryClient.invalidateQueries({ queryKey: invitationBehind(link).queryKey })
    },
  })
}

interface OpenProps {
  link: InvitationLink
  invitation: OpenedInvitation
  me: CurrentUser | null
}

function Open({ link, invitation, me }: OpenProps) {
  const { t } = useTranslation()
  const { workspace, inviter, role, projects, note, expires_at } = invitation
  const answer = useAnswer(link, invitation, me !== null)
  const asked = answer.isPending || answer.isSuccess
  const date = longDate(dayOfMoment(expires_at))
  return (
    <AccountLayout
      width="middle"
      aside={me && <LoggedIn email={me.email} />}
      mark={<Mark invitation={invitation} />}
      title={
        inviter
          ? t('invitations.invited_by', { name: inviter.display_name, workspace: workspace.name })
          : t('invitations.invited', { workspace: workspace.name })
      }
      subtitle={<Size invitation={invitation} />}
    >
      <dl className="mt-6 divide-y divide-line border-y border-line">
        <Detail name={t('invitations.role')}>
          <span className="block font-medium">{t(`shell.role.${role}` as TextKey)}</span>
          <span className="block text-ink-2">{t(`invitations.role_text.${role}` as TextKey)}</span>
        </Detail>
        {projects.length > 0 && (
          <Detail name={t('invitations.projects')}>
            <ul className="flex flex-col gap-2">
              {projects.map((project) => (
                <li key={project.id} className="flex min-w-0 items-center gap-2">
                  {projectLogo(project)}
                  <span className="min-w-0 wrap-anywhere">{project.name}</span>
                </li>
              ))}
            </ul>
          </Detail>
        )}
        {note && (
          <Detail name={t('invitations.message')}>
            <span className="wrap-anywhere whitespace-pre-line">
              {t('invitations.quoted', { text: note })}
            </span>
          </Detail>
        )}
      </dl>
      <div className="mt-6 flex flex-col gap-2">
        <Button
          variant="primary"
          size="lg"
          block
          autoFocus
          busy={asked && answer.variables}
          onClick={() => !asked && answer.mutate(true)}
        >
          <span className="min-w-0 truncate">
            {t('invitations.join', { workspace: workspace.name })}
          </span>
        </Button>
        <Button
          variant="ghost"
          size="lg"
          block
          busy={asked && !answer.variables}
          onClick={() => !asked && answer.mutate(false)}
        >
          {t('invitations.decline')}
        </Button>
      </div>
      <p className="mt-4 text-center text-small text-balance text-ink-3">
        {t('invitations.decline_hint', { date })}
      </p>
    </AccountLayout>
  )
}

function Mark({ invitation: { workspace, inviter } }: { invitation: Invitation }) {
  return (
    <div className="relative mb-5 w-fit">
      <WorkspaceTile size="lg" name={workspace.name} logo={workspace.logo_url} />
      {inviter && (
        <span className="absolute -right-3 -bottom-3 grid rounded-full border-2 border-surface">
          <Avatar
            size={28}
            tooltip={false}
            person={{ id: inviter.id, name: inviter.display_name, photo: inviter.avatar_url }}
          />
        </span>
      )}
    </div>
  )
}

/** The size of the workspace. */
function Size({ invitation }: { invitation: OpenedInvitation }) {
  const { t } = useTranslation()
  const { people_count: people, project_count: count } = invitation
  return people > 1 && count > 0
    ? t('invitations.people_projects', { people, count })
    : t('invitations.people', { count: people })
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex gap-4 py-3">
      <dt className="w-20 shrink-0 text-ink-3">{name}</dt>
      <dd className="min-w-0 grow">{children}</dd>
    </div>
  )
}

function useSignOut() {
  const { t } = useTranslation()
  return () =>
    void signOut().catch((error: Error) => notifyFailure(t('onboarding.not_signed_out'), error))
}

function LoggedIn({ email }: { email: string }) {
  const { t } = useTranslation()
  const handleSignOut = useSignOut()
  return (
    <>
      <span className="max-md:hidden">{t('invitations.logged_in_as', { email })} · </span>
      <button type="button" className="link hit font-medium" onClick={handleSignOut}>
        {t('invitations.sign_out')}
      </button>
    </>
  )
}

function Home() {
  const { t } = useTranslation()
  return <Row icon={House} label={t('invitations.continue_home')} href="/" />
}

interface CardProps {
  title: string
  text?: string
  children: ReactNode
}

function Card({ title, text, children }: CardProps) {
  return (
    <AccountLayout title={title} subtitle={text}>
      <div className="mt-6 divide-y divide-line-subtle overflow-hidden rounded-lg border border-line">
        {children}
      </div>
    </AccountLayout>
  )
}

interface RowProps {
  icon: IconLike
  label: string
  hint?: string
  href?: string
  onSelect?: () => void
}

function Row({ icon, label, hint, href, onSelect }: RowProps) {
  const look =
    'focus-inset flex min-h-13 w-full items-center gap-3 px-3 py-2 text-left hover:bg-hover'
  const face = (
    <>
      <Icon of={icon} className="text-ink-3" />
      <span className="min-w-0">
        <span className="block font-medium">{label}</span>
        {hint && <span className="block text-small text-ink-3 wrap-anywhere">{hint}</span>}
      </span>
    </>
  )
  return href ? (
    <a href={href} className={look}>
      {face}
    </a>
  ) : (
    <button type="button" className={look} onClick={onSelect}>
      {face}
    </button>
  )
}
