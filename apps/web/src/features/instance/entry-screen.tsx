import { useInstance } from '#entities/instance/hooks.ts'
import { AdminSignInScreen } from '#features/instance-admins/index.ts'
import { SetUpScreen } from './set-up-screen.tsx'

/** The entry of the administration area: setup for the first user, sign-in afterwards. */
export function EntryScreen() {
  const isSetUp = useInstance()?.instance.is_setup_done
  return isSetUp ? <AdminSignInScreen /> : <SetUpScreen />
}
