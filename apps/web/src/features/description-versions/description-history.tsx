import { Suspense, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { placeOf, useItemPage } from '#entities/work-item/item-context.ts'
import { usePeople } from '#entities/workspace/hooks.ts'
import { RelativeTime } from '#ui/dates/relative-time.tsx'
import { timeAgo } from '#ui/dates/time-ago.ts'
import { Menu } from '#ui/overlays/menu.tsx'
import { Avatar } from '#ui/people/avatar.tsx'
import { lazy } from '#ui/platform/lazy.ts'
import { Presence } from '#ui/platform/presence.tsx'
import { useVersions } from './hooks.ts'

const VersionDialog = lazy(() => import('./version-dialog.tsx'))

/** The last author of the description, with a link to older versions. */
export function DescriptionHistory({ onRestore }: { onRestore: (html: string) => void }) {
  const { t } = useTranslation()
  const page = useItemPage()
  const { slug, item } = page
  const people = usePeople(slug)
  const known = useVersions(placeOf(page))
  const versions = known ?? []
  const [shown, setShown] = useState<number>()
  const [last] = versions
  const author = people.get((last ? last.owned_by : item.created_by) ?? '')
  const nameOf = (id: string | null) => people.get(id ?? '')?.name ?? t('versions.somebody')

  // While the last author is unknown, showing nothing is better than the first author.
  if (!known) return null
  return (
    <>
      <Menu
        align="end"
        trigger={
          <button
            type="button"
            disabled={versions.length === 0}
            className="hit min-w-0 truncate rounded-sm text-small text-ink-3 enabled:hover:text-ink-2"
          >
            {t('versions.last_edited', { name: author?.name ?? t('versions.somebody') })}
            {' · '}
            <RelativeTime at={last?.last_saved_at ?? item.created_at} />
          </button>
        }
        items={[
          { heading: t('versions.title') },
          ...versions.map((version, index) => {
            const person = people.get(version.owned_by ?? '')
            return {
              label: nameOf(version.owned_by),
              icon: person && <Avatar person={person} size={16} tooltip={false} />,
              hint: timeAgo(new Date(version.last_saved_at), new Date()),
              onSelect: () => setShown(index),
            }
          }),
        ]}
      />
      <Presence>
        {shown !== undefined && (
          <Suspense>
            <VersionDialog
              versions={versions}
              start={shown}
              nameOf={nameOf}
              onRestore={onRestore}
              onClose={() => setShown(undefined)}
            />
          </Suspense>
        )}
      </Presence>
    </>
  )
}
