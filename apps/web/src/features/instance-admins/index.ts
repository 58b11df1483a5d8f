export { AdminMenu } from './admin-menu.tsx'
export { AdminSignInScreen } from './admin-sign-in-screen.tsx'
