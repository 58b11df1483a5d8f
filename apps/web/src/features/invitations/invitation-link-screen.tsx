import type { CurrentUser, Invitation } from '@cairn/contract'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Ban, Check, House, LogIn, LogOut } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { queryClient } from '#data/query-client.ts'
import { type InvitationLink, invitationIn, readAuthSearch } from '#entities/account/auth-search.ts'
import { signOut } from '#entities/account/form-post.ts'
import { session } from '#entities/account/hooks.ts'
import { answerInvitation, invitationBehind } from '#entities/invitation/my-invitations.ts'
import { workspaces } from '#entities/workspace/hooks.ts'
import { Loader } from '#ui/feedback/loader.tsx'
import { Spinner } from '#ui/feedback/spinner.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Icon, type IconLike } from '#ui/icons/icon.tsx'
import { AccountLayout } from '#ui/layout/account-layout.tsx'
import { usePageTitle } from '#ui/platform/use-page-title.ts'

/** Where the mailed invitation leads, signed in or not. */
export function InvitationLinkScreen() {
  const { t } = useTranslation()
  const search = useSearch({ strict: false, select: readAuthSearch })
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
  if (found.accepted) return <ComesBack link={link} email={found.email} />
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
  return (
    <Card
      title={t('invitations.invited', { workspace: workspace.name })}
      text={t('invitations.other_account', { email, own: me.email })}
    >
      <Row
        icon={LogOut}
        label={t('invitations.sign_out')}
        hint={t('invitations.sign_out_hint')}
        onSelect={() =>
          void signOut().catch((error: Error) =>
            toast({ kind: 'error', title: t('invitations.error'), text: error.message }),
          )
        }
      />
      <Home />
    </Card>
  )
}

/** Said yes, and still has to say who they are: with the same address they are let in. */
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
  email: string
}

/** Accepted before, signed in now: nothing is left to ask. */
function ComesBack({ link, email }: ComesBackProps) {
  const { mutate } = useAnswer(link, email, true)
  useEffect(() => mutate(true), [mutate])
  return <Loader />
}

function useAnswer(link: InvitationLink, email: string, isSignedIn: boolean) {
  const { t } = useTranslation()
  const navigate = useNavigate()

  async function enter() {
    await queryClient.fetchQuery({ ...workspaces, staleTime: 0 })
    await navigate({ to: '/$slug/', params: { slug: link.slug } })
  }

  /** A proved account is in already; anybody else is let in when they sign in. */
  async function signIn() {
    const isAccepted = await queryClient.fetchQuery({ ...invitationBehind(link), staleTime: 0 })
    location.assign(isAccepted ? `/${location.search}` : `/?${new URLSearchParams({ email })}`)
  }

  return useMutation({
    // One at a time: React asks twice in development.
    scope: { id: link.id },
    mutationFn: async (accepted: boolean) => {
      await answerInvitation(link, { accepted, email })
      if (!accepted) location.assign('/')
      else await (isSignedIn ? enter() : signIn())
    },
    onError: () => {
      toast({ kind: 'error', title: t('invitations.error'), text: t('errors.something_wrong') })
      void queryClient.invalidateQueries({ queryKey: invitationBehind(link).queryKey })
    },
  })
}

interface OpenProps {
  link: InvitationLink
  invitation: Invitation
  me: CurrentUser | null
}

function Open({ link, invitation, me }: OpenProps) {
  const { t } = useTranslation()
  const { email, workspace } = invitation
  const answer = useAnswer(link, email, me !== null)
  const asked = answer.isPending || answer.isSuccess
  return (
    <Card
      title={t('invitations.invited', { workspace: workspace.name })}
      text={t('invitations.what_is_a_workspace')}
    >
      <Row
        icon={asked && answer.variables ? <Spinner /> : Check}
        label={t('invitations.accept')}
        hint={t('invitations.accept_hint', { email })}
        onSelect={() => !asked && answer.mutate(true)}
      />
      <Row
        icon={asked && !answer.variables ? <Spinner /> : Ban}
        label={t('invitations.ignore')}
        hint={t('invitations.ignore_hint')}
        onSelect={() => !asked && answer.mutate(false)}
      />
    </Card>
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
