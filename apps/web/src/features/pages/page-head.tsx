import type { ProjectPage } from '@cairn/contract'
import { FileText, Smile } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { Button } from '#ui/controls/button.tsx'
import { EmojiIconPicker } from '#ui/controls/emoji-icon-picker.tsx'
import { LogoMark } from '#ui/icons/logo-mark.tsx'
import type { LogoValue } from '#ui/icons/logo-value.ts'
import { useChangePage } from './hooks.ts'
import type { PageScope } from './page-list.ts'
import { PageLooks } from './page-looks.tsx'
import { PageTitle } from './page-title.tsx'

interface PageHeadProps {
  scope: PageScope
  page: ProjectPage
  readOnly: boolean
  onDone: () => void
}

/** Logo, labels, color and title, above the text. */
export function PageHead({ scope, page, readOnly, onDone }: PageHeadProps) {
  return (
    <div className="group/head pt-10 pb-4 max-md:pt-5">
      {page.color && (
        <div
          aria-hidden
          className="mb-4 h-1 w-12 rounded-full forced-color-adjust-none"
          style={{ background: page.color }}
        />
      )}
      <div className="mb-2 flex min-h-7 flex-wrap items-end gap-1">
        <PageLogo scope={scope} page={page} readOnly={readOnly} />
        <PageLooks scope={scope} page={page} readOnly={readOnly} />
      </div>
      <PageTitle scope={scope} page={page} readOnly={readOnly} onDone={onDone} />
    </div>
  )
}

function PageLogo({ scope, page, readOnly }: Omit<PageHeadProps, 'onDone'>) {
  const { t } = useTranslation()
  const change = useChangePage(scope)
  const logo = page.logo_props as LogoValue
  const large = <LogoMark value={logo} size={48} fallback={FileText} />
  if (readOnly) return logo.in_use ? large : null
  return (
    <EmojiIconPicker
      label={t('pages.logo')}
      value={logo}
      onChange={(picked) => change.mutate({ id: page.id, logo_props: { ...picked } })}
      trigger={
        logo.in_use ? (
          <button type="button" aria-label={t('pages.logo')} className="rounded-lg hover:bg-hover">
            {large}
          </button>
        ) : (
          <Button
            variant="ghost"
            icon={Smile}
            className="-ml-2 until-hover group-focus-within/head:opacity-100 group-hover/head:opacity-100 aria-expanded:opacity-100"
          >
            {t('pages.add_logo')}
          </Button>
        )
      }
    />
  )
}
