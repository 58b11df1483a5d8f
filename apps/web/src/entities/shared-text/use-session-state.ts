import { useSyncExternalStore } from 'react'
import type { SessionState, TextSession } from './session.ts'

const notOpened: SessionState = {
  ready: false,
  connection: 'connecting',
  unreachable: false,
  present: [],
}
const never = () => () => undefined
const none = () => notOpened

/** The state of a shared text that is open or being opened. */
export const useSessionState = (session: TextSession | undefined) =>
  useSyncExternalStore(session?.subscribe ?? never, session?.get ?? none)
