import type { ProjectPage } from '@cairn/contract'
import { useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { Button } from '#ui/controls/button.tsx'
import { Combobox } from '#ui/controls/combobox.tsx'
import { PropertyPill } from '#ui/controls/property-pill.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { useClose } from '#ui/platform/presence.tsx'
import { pageName } from './page-address.ts'
import { type PageScope, usePages } from './page-list.ts'
import { pageLogo } from './page-logo.tsx'
import { ancestorsOf, byHand, mayStandIn, placeAt } from './page-tree.ts'
import { usePageCaller } from './use-page-caller.ts'
import { usePlacePage } from './use-page-sorting.ts'

interface NestPageDialogProps {
  scope: PageScope
  page: ProjectPage
  onClose: () => void
}

/** Combobox value for the top level: ids are never empty. */
const TOP = ''

/** Selects the parent page. */
export default function NestPageDialog({ scope, page, onClose }: NestPageDialogProps) {
  const { t } = useTranslation()
  const { data: pages = [] } = usePages(scope)
  const caller = usePageCaller(scope.slug)(page)
  const put = usePlacePage(scope, pages)
  const [picked, setPicked] = useState<string>()
  const others = pages
    .filter(({ id }) => id !== page.parent && mayStandIn(pages, caller, page, id))
    .toSorted((a, b) => pageName(a).localeCompare(pageName(b)))
  const target = others.find(({ id }) => id === picked)
  const top = { value: TOP, label: t('pages.top_level') }
  const pathOf = (one: ProjectPage) => ancestorsOf(pages, one).map(pageName).join(' / ')

  const close = useClose(onClose)

  function handleSubmit() {
    if (picked === undefined) return
    close()
    const last = pages
      .filter(({ parent }) => parent === null)
      .toSorted(byHand)
      .at(-1)
    if (target) put(page.id, placeAt(pages, page.id, target, 'inside'))
    else if (last) put(page.id, placeAt(pages, page.id, last, 'after'))
    toast({
      kind: 'success',
      title: target
        ? t('pages.moved_under', { page: pageName(page), name: pageName(target) })
        : t('pages.moved_to_top', { page: pageName(page) }),
    })
  }

  return (
    <Dialog
      open
      onClose={close}
      size="sm"
      title={t('pages.move_title', { name: pageName(page) })}
      onSubmit={handleSubmit}
      footer={
        <>
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button type="submit" variant="primary" disabled={picked === undefined}>
            {t('pages.move')}
          </Button>
        </>
      }
    >
      <p className="mb-4 text-ink-2">{t('pages.nest_text')}</p>
      <Combobox
        label={t('pages.parent')}
        options={[
          ...(page.parent ? [top] : []),
          ...others.map((one) => ({
            value: one.id,
            label: pageName(one),
            hint: pathOf(one),
            icon: pageLogo(one),
          })),
        ]}
        value={picked ?? null}
        onChange={setPicked}
        trigger={
          <PropertyPill
            label={t('pages.parent')}
            icon={target && pageLogo(target)}
            placeholder={t('pages.choose_parent')}
            className="w-fit max-w-full"
          >
            {picked === TOP ? top.label : target && pageName(target)}
          </PropertyPill>
        }
      />
    </Dialog>
  )
}
