import { canWritePage, type ProjectPage } from '@cairn/contract'
import { Palette, Tag } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { useLabelList } from '#entities/label/hooks.ts'
import { labelColours } from '#ui/controls/label-colours.ts'
import type { MenuEntry } from '#ui/overlays/menu.tsx'
import { Dot } from '#ui/people/badge.tsx'
import { useChangePage } from './hooks.ts'
import type { PageScope } from './page-list.ts'
import { usePageCaller } from './use-page-caller.ts'

/** Those of its labels that still exist. */
export const labelsOf = <Row extends { id: string }>(page: ProjectPage, labels: readonly Row[]) =>
  labels.filter(({ id }) => page.label_ids.includes(id))

/** Labels and color, for menus. */
export function useLooksMenu(scope: PageScope) {
  const { t } = useTranslation()
  const labels = useLabelList(scope.slug, scope.project_id) ?? []
  const callerOf = usePageCaller(scope.slug)
  const change = useChangePage(scope)

  function toggle(page: ProjectPage, label: string) {
    const own = labelsOf(page, labels).map(({ id }) => id)
    const without = own.filter((id) => id !== label)
    const isOwn = without.length < own.length
    change.mutate({ id: page.id, labels: isOwn ? without : [...own, label] })
  }

  return (page: ProjectPage): MenuEntry[] => {
    if (!canWritePage(callerOf(page), page)) return []
    return [
      labels.length > 0 && {
        label: t('pages.labels'),
        icon: Tag,
        items: labels.map(({ id, name, color }) => ({
          label: name,
          icon: <Dot colour={color} />,
          checked: page.label_ids.includes(id),
          stay: true,
          onSelect: () => toggle(page, id),
        })),
      },
      {
        label: t('pages.colour'),
        icon: Palette,
        items: [
          {
            label: t('pages.no_colour'),
            checked: page.color === '',
            onSelect: () => change.mutate({ id: page.id, color: '' }),
          },
          'line',
          ...labelColours.map(({ name, hex }) => ({
            label: t(`ui.colours.${name}`),
            icon: <Dot colour={hex} />,
            checked: page.color === hex,
            onSelect: () => change.mutate({ id: page.id, color: hex }),
          })),
        ],
      },
    ]
  }
}
