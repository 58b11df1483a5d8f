import { createRoute } from '@tanstack/react-router'
import { appShortcuts, moved, movedAccount, onlyFor, root } from './root.ts'
import { screen } from './screen.tsx'

const loadSignIn = () => import('#features/auth/sign-in-screen.tsx')

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: onlyFor('guest'),
  component: screen(loadSignIn, 'SignInScreen'),
})

const signUp = createRoute({
  getParentRoute: () => root,
  path: '/sign-up',
  beforeLoad: onlyFor('guest'),
  component: screen(loadSignIn, 'SignUpScreen'),
})

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/accounts/forgot-password',
  beforeLoad: onlyFor('guest'),
  component: screen(
    () => import('#features/auth/forgot-password-screen.tsx'),
    'ForgotPasswordScreen',
  ),
})

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/accounts/reset-password',
  beforeLoad: onlyFor('guest'),
  component: screen(
    () => import('#features/auth/reset-password-screen.tsx'),
    'ResetPasswordScreen',
  ),
})

const setPassword = createRoute({
  getParentRoute: () => root,
  path: '/accounts/set-password',
  beforeLoad: onlyFor('set-password'),
  component: screen(() => import('#features/auth/set-password-screen.tsx'), 'SetPasswordScreen'),
})

const invitations = createRoute({
  getParentRoute: () => root,
  path: '/invitations',
  beforeLoad: onlyFor('member'),
  component: screen(
    () => import('#features/invitations/invitations-screen.tsx'),
    'InvitationsScreen',
  ),
})

const invitationLink = createRoute({
  getParentRoute: () => root,
  path: '/workspace-invitations',
  beforeLoad: onlyFor('public'),
  component: screen(
    () => import('#features/invitations/invitation-link-screen.tsx'),
    'InvitationLinkScreen',
  ),
})

const onboarding = createRoute({
  getParentRoute: () => root,
  path: '/onboarding',
  beforeLoad: onlyFor('onboarding'),
  component: screen(() => import('#features/onboarding/onboarding-screen.tsx'), 'OnboardingScreen'),
})

const createWorkspace = createRoute({
  getParentRoute: () => root,
  path: '/create-workspace',
  beforeLoad: onlyFor('member'),
  component: screen(
    () => import('#features/workspaces/create-workspace-screen.tsx'),
    'CreateWorkspaceScreen',
  ),
})

/** Before the user is in a workspace. */
export const accountRoutes = [
  signIn,
  signUp,
  moved('/sign-in', '/'),
  moved('/signin', '/'),
  moved('/login', '/'),
  moved('/register', '/sign-up'),
  moved('/accounts/sign-up', '/sign-up'),
  movedAccount('/profile'),
  movedAccount('/profile/$'),
  appShortcuts,
  forgotPassword,
  resetPassword,
  setPassword,
  onboarding,
  invitations,
  invitationLink,
  createWorkspace,
] as const
