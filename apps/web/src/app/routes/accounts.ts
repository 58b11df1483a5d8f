import { homeOf, type Visitor } from '#features/account/gates.ts'
import { accountPartOf } from '#features/account/old-addresses.ts'
import { redirect } from '#ui/router/router.ts'
import type { Level } from '#ui/router/routes.ts'
import { moved, page } from './page.ts'
import { findVisitor, onlyFor } from './root.ts'

const loadSignIn = () => import('#features/auth/sign-in-screen.tsx')

/** An address without a workspace: it opens in the last one the user opened. */
const inLastWorkspace = (
  screenOf: (rest: string, { user }: Visitor) => string,
): readonly Level[] => [
  {
    before: async ({ params, location }) => {
      await onlyFor('member')({ location })
      const visitor = await findVisitor()
      const home = homeOf(visitor)
      if (!visitor.workspaces?.length) throw redirect(home)
      const { _splat: rest = '' } = params
      const { searchStr, hash } = location
      throw redirect(`${home}${screenOf(rest, visitor)}${searchStr}#${hash}`)
    },
  },
]

/** The account's settings were outside the workspaces before. */
const movedAccount = inLastWorkspace((former) => `settings/account/${accountPartOf(former)}`)

/** Before the user is in a workspace. */
export const accountRoutes = {
  '/': page(loadSignIn, 'SignInScreen', onlyFor('guest')),
  '/sign-up/': page(loadSignIn, 'SignUpScreen', onlyFor('guest')),
  '/sign-in/': moved(() => '/'),
  '/signin/': moved(() => '/'),
  '/login/': moved(() => '/'),
  '/register/': moved(() => '/sign-up/'),
  '/accounts/sign-up/': moved(() => '/sign-up/'),
  '/profile/': movedAccount,
  '/profile/$/': movedAccount,
  // The shortcuts of the installed application, as its manifest names them.
  '/desktop/$/': inLastWorkspace((screen, { user }) =>
    screen.replace('your-work', `profile/${user?.id}`),
  ),
  '/accounts/forgot-password/': page(
    () => import('#features/auth/forgot-password-screen.tsx'),
    'ForgotPasswordScreen',
    onlyFor('guest'),
  ),
  '/accounts/reset-password/': page(
    () => import('#features/auth/reset-password-screen.tsx'),
    'ResetPasswordScreen',
    onlyFor('guest'),
  ),
  '/accounts/set-password/': page(
    () => import('#features/auth/set-password-screen.tsx'),
    'SetPasswordScreen',
    onlyFor('set-password'),
  ),
  '/invitations/': page(
    () => import('#features/invitations/invitations-screen.tsx'),
    'InvitationsScreen',
    onlyFor('member'),
  ),
  '/workspace-invitations/': page(
    () => import('#features/invitations/invitation-link-screen.tsx'),
    'InvitationLinkScreen',
    onlyFor('public'),
  ),
  '/onboarding/': page(
    () => import('#features/onboarding/onboarding-screen.tsx'),
    'OnboardingScreen',
    onlyFor('onboarding'),
  ),
  '/create-workspace/': page(
    () => import('#features/workspaces/create-workspace-screen.tsx'),
    'CreateWorkspaceScreen',
    onlyFor('member'),
  ),
}
