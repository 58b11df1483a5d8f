import { MEMBER, type Project, type ProjectOverview } from '@cairn/contract'
import { FileText, Plus } from 'lucide-react'
import { Suspense, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { usePeople } from '#entities/workspace/hooks.ts'
import { Button } from '#ui/controls/button.tsx'
import { RelativeTime } from '#ui/dates/relative-time.tsx'
import { LogoMark } from '#ui/icons/logo-mark.tsx'
import type { LogoValue } from '#ui/icons/logo-value.ts'
import { Avatar } from '#ui/people/avatar.tsx'
import { lazy } from '#ui/platform/lazy.ts'
import { Presence } from '#ui/platform/presence.tsx'
import { Link } from '#ui/router/link.tsx'

const NewPageDialog = lazy(() => import('#features/pages/new-page-dialog.tsx'))

interface RecentPagesProps {
  slug: string
  project: Project
  pages: ProjectOverview['pages']
}

/** The pages edited last. */
export function RecentPages({ slug, project, pages }: RecentPagesProps) {
  const { t } = useTranslation()
  const people = usePeople(slug)
  const [creating, setCreating] = useState(false)
  const mayWrite = (project.member_role ?? 0) >= MEMBER
  return (
    <section aria-label={t('overview.pages')}>
      <div className="mb-2 flex h-7 items-center">
        <h2 className="grow text-body font-semibold">{t('overview.pages')}</h2>
        {mayWrite && (
          <Button size="sm" variant="ghost" icon={Plus} onClick={() => setCreating(true)}>
            {t('overview.new_page')}
          </Button>
        )}
      </div>
      {pages.length === 0 ? (
        <p className="text-ink-3">{t('overview.no_pages')}</p>
      ) : (
        <ul aria-label={t('overview.pages')} className="rounded-lg border border-line">
          {pages.map((page) => {
            const author = people.get(page.updated_by ?? '')
            return (
              <li key={page.id} className="border-b border-line-subtle last:border-0">
                <Link
                  to="/$slug/projects/$projectId/pages/$pageId/"
                  params={{ slug, projectId: project.id, pageId: page.id }}
                  className="focus-inset flex h-10 items-center gap-2.5 px-4 hover:bg-hover max-md:h-12"
                >
                  <span className="grid size-4 shrink-0 place-items-center text-ink-3">
                    <LogoMark value={page.logo_props as LogoValue} size={16} fallback={FileText} />
                  </span>
                  <span className="min-w-0 truncate">{page.name || t('pages.untitled')}</span>
                  <span className="shrink-0 text-small text-ink-3">
                    <RelativeTime at={page.updated_at} />
                  </span>
                  <span className="ml-auto shrink-0">
                    {author && <Avatar person={author} size={20} />}
                  </span>
                </Link>
              </li>
            )
          })}
        </ul>
      )}
      <Presence>
        {creating && (
          <Suspense>
            <NewPageDialog slug={slug} project_id={project.id} onClose={() => setCreating(false)} />
          </Suspense>
        )}
      </Presence>
    </section>
  )
}
