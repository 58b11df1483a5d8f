import { useTranslation } from '#data/i18n.ts'
import { readAuthSearch } from '#entities/account/auth-search.ts'
import { AuthSiteProvider, publicSite } from '#entities/sign-in/auth-site.ts'
import { AuthFlow } from '#features/auth/sign-in-screen.tsx'
import { EmptyState } from '#ui/feedback/empty-state.tsx'
import { Loader } from '#ui/feedback/loader.tsx'
import { CairnMark } from '#ui/icons/logo.tsx'
import { usePageTitle } from '#ui/platform/use-page-title.ts'
import { useSearch } from '#ui/router/hooks.ts'
import { SiteFrame } from './site-frame.tsx'
import { useVisitor } from './visitor.ts'

/** Entry of the public site: signs in visitors and returns them to the page they came from. */
export function HomeScreen() {
  const { t } = useTranslation()
  const { user } = useVisitor()
  const search = readAuthSearch(useSearch())
  usePageTitle(t('public_site.home_page_title'))
  if (user === undefined) return <Loader />
  if (!user) {
    return (
      <AuthSiteProvider value={publicSite}>
        <AuthFlow
          key={JSON.stringify(search)}
          page="sign_in"
          search={search}
          words={{
            sign_in: {
              title: t('public_site.sign_in_title'),
              subtitle: t('public_site.sign_in_subtitle'),
            },
            sign_up: {
              title: t('public_site.sign_up_title'),
              subtitle: t('public_site.sign_up_subtitle'),
            },
          }}
        />
      </AuthSiteProvider>
    )
  }
  return (
    <SiteFrame icon={<CairnMark size={20} />} name={t('public_site.home')}>
      <main className="min-h-0 grow overflow-y-auto">
        <EmptyState title={t('public_site.home_title')}>{t('public_site.home_text')}</EmptyState>
      </main>
    </SiteFrame>
  )
}
