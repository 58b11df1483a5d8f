import { authApi, spacesAuthApi } from '@cairn/contract'
import { createContext, useContext } from 'react'

type Calls<Api extends typeof authApi | typeof spacesAuthApi> = Pick<
  Api,
  'emailCheck' | 'magicGenerate'
>

/** The URLs and calls of a sign-in site. */
interface Site {
  /** Prefix of `sign-in/`, `google/` and so on. */
  forms: string
  /** The screens of the two forms; on the public site they are one. */
  signIn: string
  signUp: string
  /** Whether sign-in leads to a workspace. */
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

/** Users who sign in on the public site stay there. */
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
