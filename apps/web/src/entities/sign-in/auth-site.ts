import { authApi, spacesAuthApi } from '@cairn/contract'
import { createContext, useContext } from 'react'

type Calls<Api extends typeof authApi | typeof spacesAuthApi> = Pick<
  Api,
  'emailCheck' | 'magicGenerate'
>

/** Where the forms of a door lead, and what they ask. */
interface Site {
  /** Before `sign-in/`, `google/` and the like. */
  forms: string
  /** The screens of the two forms; on the public site they are one. */
  signIn: string
  signUp: string
  /** Whether one comes to a workspace from here. */
  isApp: boolean
  calls: Calls<typeof authApi> | Calls<typeof spacesAuthApi>
}

const appSite: Site = {
  forms: '/auth/',
  signIn: '/',
  signUp: '/sign-up',
  isApp: true,
  calls: authApi,
}

/** Who signs in on the public site stays there. */
export const publicSite: Site = {
  forms: '/auth/spaces/',
  signIn: '/spaces/',
  signUp: '/spaces/',
  isApp: false,
  calls: spacesAuthApi,
}

const AuthSite = createContext(appSite)

export const AuthSiteProvider = AuthSite.Provider
export const useAuthSite = () => useContext(AuthSite)
