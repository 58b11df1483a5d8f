import { type Editor, useEditorState } from '@tiptap/react'
import type { ReactNode } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { usePeople } from '#entities/workspace/hooks.ts'
import { longDate } from '#ui/dates/day.ts'
import { dayOfMoment, momentText } from '#ui/dates/own-zone.ts'
import { RelativeTime } from '#ui/dates/relative-time.tsx'
import { Avatar } from '#ui/people/avatar.tsx'
import { groupedNumber } from '#ui/platform/number.ts'
import { classNames } from '#ui/theme/class-names.ts'
import type { OpenPage, PageScope } from './page-list.ts'
import { countsOf, readTimeOf } from './text-parts.ts'
import { usePageVersions } from './version-hooks.ts'

interface PageInfoProps {
  scope: PageScope
  page: OpenPage
  editor: Editor | null
  version: string | undefined
  onVersion: (id: string | undefined) => void
}

/** Length, owner and versions of the page. */
export function PageInfo({ scope, page, editor, version, onVersion }: PageInfoProps) {
  const { t } = useTranslation()
  return (
    <div className="flex flex-col gap-6">
      {editor && <Counts editor={editor} />}
      <dl className="flex flex-col gap-3">
        <Who label={t('pages.edited_by')} slug={scope.slug} id={page.updated_by ?? page.owned_by}>
          <RelativeTime at={page.updated_at} />
        </Who>
        <Who label={t('pages.created_by')} slug={scope.slug} id={page.created_by ?? page.owned_by}>
          {longDate(dayOfMoment(page.created_at))}
        </Who>
      </dl>
      <Versions scope={scope} page={page} current={version} onChoose={onVersion} />
    </div>
  )
}

function Counts({ editor }: { editor: Editor }) {
  const { t } = useTranslation()
  const { words, characters, paragraphs } = useEditorState({
    editor,
    selector: () => countsOf(editor.state.doc),
  })
  const { unit, count } = readTimeOf(words)
  const cards = [
    { label: t('pages.words'), value: groupedNumber(words) },
    { label: t('pages.characters'), value: groupedNumber(characters) },
    { label: t('pages.paragraphs'), value: groupedNumber(paragraphs) },
    { label: t('pages.read_time'), value: t(`pages.${unit}`, { count }) },
  ]
  return (
    <dl className="grid grid-cols-2 gap-2">
      {cards.map(({ label, value }) => (
        <div key={label} className="flex flex-col-reverse rounded-lg bg-sunken px-3 py-2">
          <dt className="text-small text-ink-3">{label}</dt>
          <dd className="text-title font-semibold tabular-nums">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

interface WhoProps {
  label: string
  slug: string
  id: string
  children: ReactNode
}

function Who({ label, slug, id, children }: WhoProps) {
  const { t } = useTranslation()
  const person = usePeople(slug).get(id)
  return (
    <div>
      <dt className="text-small text-ink-3">{label}</dt>
      <dd className="mt-1 flex items-center gap-2">
        {person && <Avatar person={person} size={20} tooltip={false} />}
        <span className="min-w-0 truncate">{person?.name ?? t('pages.deactivated')}</span>
        <span className="ml-auto shrink-0 text-small text-ink-3">{children}</span>
      </dd>
    </div>
  )
}

interface VersionsProps {
  scope: PageScope
  page: OpenPage
  current: string | undefined
  onChoose: (id: string | undefined) => void
}

function Versions({ scope, page, current, onChoose }: VersionsProps) {
  const { t } = useTranslation()
  const people = usePeople(scope.slug)
  const versions = usePageVersions(scope, page) ?? []
  const moment = (at: string) => momentText(at)
  const entries = [
    { id: undefined, name: t('pages.current_version'), by: undefined },
    ...versions.map(({ id, last_saved_at, owned_by }) => ({
      id,
      name: moment(last_saved_at),
      by: people.get(owned_by)?.name ?? t('pages.deactivated'),
    })),
  ]
  return (
    <section aria-labelledby="page-versions">
      <h2 id="page-versions" className="mb-2 font-semibold">
        {t('pages.version_history')}
      </h2>
      <ol className="relative flex flex-col before:absolute before:top-4 before:bottom-4 before:left-2 before:w-px before:bg-line">
        {entries.map(({ id, name, by }) => (
          <li key={id ?? 'current'}>
            <button
              type="button"
              aria-current={id === current || undefined}
              onClick={() => onChoose(id)}
              className="focus-inset flex w-full items-start gap-2.5 rounded-md py-1.5 pr-2 text-left hover:bg-hover aria-current:bg-pressed max-md:min-h-11"
            >
              <span
                aria-hidden
                className={classNames(
                  'relative mt-1.5 ml-1 size-2 shrink-0 rounded-full',
                  id === current ? 'bg-accent' : 'bg-line-strong',
                )}
              />
              <span className="min-w-0">
                <span className="block truncate">{name}</span>
                {by && <span className="block truncate text-small text-ink-3">{by}</span>}
              </span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}
