import type { InstanceInfo } from '@cairn/contract'
import { KeyRound } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { useInstance } from '#entities/instance/hooks.ts'
import { useAuthSite } from '#entities/sign-in/auth-site.ts'
import { ProviderMark } from '#entities/sign-in/provider-mark.tsx'
import { buttonLook } from '#ui/controls/button.tsx'
import { Icon, type IconLike } from '#ui/icons/icon.tsx'
import { classNames } from '#ui/theme/class-names.ts'

interface Provider {
  key: string
  name: string
  icon: IconLike
}

/** In screen order; the names of providers are the same in every language. */
const providersOf = (config: InstanceInfo['config']): Provider[] =>
  [
    config.is_google_enabled && {
      key: 'google',
      name: 'Google',
      icon: <ProviderMark provider="google" />,
    },
    config.is_github_enabled && {
      key: 'github',
      name: 'GitHub',
      icon: <ProviderMark provider="github" />,
    },
    config.is_gitlab_enabled && {
      key: 'gitlab',
      name: 'GitLab',
      icon: <ProviderMark provider="gitlab" />,
    },
    config.is_oidc_enabled && { key: 'oidc', name: config.oidc_name, icon: KeyRound },
  ].filter((provider) => provider !== false)

export function useProviders(): Provider[] {
  const config = useInstance()?.config
  return config ? providersOf(config) : []
}

export function ProviderLinks({ next_path }: { next_path: string | undefined }) {
  const { t } = useTranslation()
  const { forms } = useAuthSite()
  const query = next_path ? `?${new URLSearchParams({ next_path })}` : ''
  return (
    <div className="flex flex-col gap-2">
      {useProviders().map(({ key, name, icon }) => (
        // Not a router link: the server redirects to the provider.
        <a
          key={key}
          href={`${forms}${key}/${query}`}
          className={classNames(buttonLook('secondary', 'lg'), 'w-full')}
        >
          <Icon of={icon} className="text-ink-3" />
          <span className="truncate">{t('auth.continue_with', { provider: name })}</span>
        </a>
      ))}
    </div>
  )
}
