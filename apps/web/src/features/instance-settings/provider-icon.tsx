import type { Provider } from '@cairn/contract'
import { KeyRound } from 'lucide-react'
import { ProviderMark } from '#entities/sign-in/provider-mark.tsx'
import type { IconLike } from '#ui/icons/icon.tsx'

export const providerIcon = (provider: Provider): IconLike =>
  provider === 'oidc' ? KeyRound : <ProviderMark provider={provider} />
