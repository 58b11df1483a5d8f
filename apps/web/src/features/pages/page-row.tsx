import type { ProjectPage } from '@cairn/contract'
import { Ellipsis, Info } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { FavoriteStar } from '#entities/favorite/favorite-star.tsx'
import { PlainRow } from '#entities/view/view-row.tsx'
import { usePeople } from '#entities/workspace/hooks.ts'
import { IconButton } from '#ui/controls/icon-button.tsx'
import { longDate } from '#ui/dates/day.ts'
import { dayOfMoment } from '#ui/dates/own-zone.ts'
import { ContextMenu } from '#ui/overlays/context-menu.tsx'
import { Menu, type MenuEntry } from '#ui/overlays/menu.tsx'
import { Avatar, type Person } from '#ui/people/avatar.tsx'
import { pageAddress, pageName } from './page-address.ts'
import type { PageScope } from './page-list.ts'
import { pageLogo } from './page-logo.tsx'
import { AccessMark, LockedMark, Mark } from './page-marks.tsx'
import type { usePageFavorite } from './use-page-favorite.ts'

interface PageRowProps {
  scope: PageScope
  page: ProjectPage
  favorite: ReturnType<typeof usePageFavorite>
  menuOf: (page: ProjectPage) => MenuEntry[]
}

export function PageRow({ scope, page, favorite, menuOf }: PageRowProps) {
  const { t } = useTranslation()
  const owner = usePeople(scope.slug).get(page.owned_by)
  const name = pageName(page)
  return (
    <ContextMenu items={() => menuOf(page)}>
      <PlainRow address={pageAddress(scope, page)} icon={pageLogo(page)} name={name}>
        {page.is_locked && <LockedMark />}
        <span className="grid w-5 place-items-center">{owner && <Owner person={owner} />}</span>
        <AccessMark page={page} />
        <span className="inline-flex max-md:hidden">
          <Mark
            icon={Info}
            label={t('pages.created_on', { date: longDate(dayOfMoment(page.created_at)) })}
          />
        </span>
        {favorite.isPossible(page) && (
          <FavoriteStar
            size="sm"
            name={name}
            marked={favorite.isMarked(page)}
            onToggle={() => favorite.toggle(page)}
          />
        )}
        <Menu
          align="end"
          trigger={<IconButton size="sm" icon={Ellipsis} label={t('pages.actions', { name })} />}
          items={menuOf(page)}
        />
      </PlainRow>
    </ContextMenu>
  )
}

function Owner({ person }: { person: Person }) {
  const { t } = useTranslation()
  return (
    <Mark
      icon={<Avatar person={person} size={20} tooltip={false} />}
      label={t('pages.owned_by', { name: person.name })}
    />
  )
}
