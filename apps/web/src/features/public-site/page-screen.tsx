import { FileText } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { RichText } from '#entities/rich-text/rich-text.tsx'
import { RelativeTime } from '#ui/dates/relative-time.tsx'
import { Loader } from '#ui/feedback/loader.tsx'
import { LogoMark } from '#ui/icons/logo-mark.tsx'
import type { LogoValue } from '#ui/icons/logo-value.ts'
import { usePageTitle } from '#ui/platform/use-page-title.ts'
import { useParams } from '#ui/router/hooks.ts'
import { usePublicPage } from './hooks.ts'
import { NothingHere } from './nothing-here.tsx'
import { toPublicHtml } from './public-html.ts'
import { SiteFrame } from './site-frame.tsx'

/** A published page, read-only. */
export function PageScreen() {
  const { t } = useTranslation()
  const { anchor = '' } = useParams()
  const { data: page, error } = usePublicPage(anchor)
  const name = page && (page.name || t('public_site.untitled'))
  usePageTitle(name && t('public_site.page_title', { name }))
  if (error && !page) return <NothingHere error={error} />
  if (!page) return <Loader />
  return (
    <SiteFrame
      icon={<LogoMark value={page.logo_props as LogoValue} size={20} fallback={FileText} />}
      name={name}
      account={false}
    >
      <main className="min-h-0 grow overflow-y-auto bg-surface">
        <article className="mx-auto w-190 max-w-full px-6 py-10 max-md:px-4 max-md:py-6">
          <p className="text-[28px] leading-9 font-semibold tracking-tight wrap-anywhere">{name}</p>
          <p className="mt-2 mb-6 text-small text-ink-3">
            {t('public_site.updated')} <RelativeTime at={page.updated_at} />
          </p>
          <RichText html={toPublicHtml(page.description_html, anchor)} />
        </article>
      </main>
    </SiteFrame>
  )
}
