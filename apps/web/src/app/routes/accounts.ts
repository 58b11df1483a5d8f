import { createRoute, lazyRouteComponent } from '@tanstack/react-router'
import { moved, movedAccount, onlyFor, root } from './root.ts'

const loadSignIn = () => import('#features/auth/sign-in-screen.tsx')

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: onlyFor('guest'),
  component: lazyRouteComponent(loadSignIn, 'SignInScreen'),
})

const signUp = createRoute({
  getParentRoute: () => root,
  path: '/sign-up',
  beforeLoad: onlyFor('guest'),
  component: lazyRouteComponent(loadSignIn, 'SignUpScreen'),
})

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: '/accounts/forgot-password',
  beforeLoad: onlyFor('guest'),
  component: lazyRouteComponent(
    () => import('#features/auth/forgot-password-screen.tsx'),
    'ForgotPasswordScreen',
  ),
})

const resetPassword = createRoute({
  getParentRoute: () => root,
  path: '/accounts/reset-password',
  beforeLoad: onlyFor('guest'),
  component: lazyRouteComponent(
    () => import('#features/auth/reset-password-screen.tsx'),
    'ResetPasswordScreen',
  ),
})

const setPassword = createRoute({
  getParentRoute: () => root,
  path: '/accounts/set-password',
  beforeLoad: onlyFor('set-password'),
  component: lazyRouteComponent(
    () => import('#features/auth/set-password-screen.tsx'),
    'SetPasswordScreen',
  ),
})

const invitations = createRoute({
  getParentRoute: () => root,
  path: '/invitations',
  beforeLoad: onlyFor('member'),
  component: lazyRouteComponent(
    () => import('#features/invitations/invitations-screen.tsx'),
    'InvitationsScreen',
  ),
})

const invitationLink = createRoute({
  getParentRoute: () => root,
  path: '/workspace-invitations',
  beforeLoad: onlyFor('public'),
  component: lazyRouteComponent(
    () => import('#features/invitations/invitation-link-screen.tsx'),
    'InvitationLinkScreen',
  ),
})

const onboarding = createRoute({
  getParentRoute: () => root,
  path: '/onboarding',
  beforeLoad: onlyFor('onboarding'),
  component: lazyRouteComponent(
    () => import('#features/onboarding/onboarding-screen.tsx'),
    'OnboardingScreen',
  ),
})

const createWorkspace = createRoute({
  getParentRoute: () => root,
  path: '/create-workspace',
  beforeLoad: onlyFor('member'),
  component: lazyRouteComponent(
    () => import('#features/workspaces/create-workspace-screen.tsx'),
    'CreateWorkspaceScreen',
  ),
})

/** Before one is in a workspace. */
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
  forgotPassword,
  resetPassword,
  setPassword,
  onboarding,
  invitations,
  invitationLink,
  createWorkspace,
] as const
