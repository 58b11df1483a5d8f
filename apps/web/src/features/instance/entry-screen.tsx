import { useInstance } from '#entities/instance/hooks.ts'
import { AdminSignInScreen } from '#features/instance-admins/index.ts'
import { SetUpScreen } from './set-up-screen.tsx'

/** The door of the administration area: built by whoever comes first, locked for everybody after. */
export function EntryScreen() {
  const isSetUp = useInstance()?.instance.is_setup_done
  return isSetUp ? <AdminSignInScreen /> : <SetUpScreen />
}
