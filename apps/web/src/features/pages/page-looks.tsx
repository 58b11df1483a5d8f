import type { ProjectPage } from '@cairn/contract'
import { Palette, Tag } from 'lucide-react'
import { useTranslation } from '#data/i18n.ts'
import { useLabelList } from '#entities/label/hooks.ts'
import { LabelsPicker } from '#entities/work-item/labels-picker.tsx'
import { Button } from '#ui/controls/button.tsx'
import { ColourPicker } from '#ui/controls/colour-picker.tsx'
import { Popover } from '#ui/overlays/popover.tsx'
import { Chip, Dot } from '#ui/people/badge.tsx'
import { useChangePage } from './hooks.ts'
import type { PageScope } from './page-list.ts'
import { labelsOf } from './use-looks-menu.tsx'

interface PageLooksProps {
  scope: PageScope
  page: ProjectPage
  readOnly: boolean
}

const untilNear =
  'until-hover group-focus-within/head:opacity-100 group-hover/head:opacity-100 aria-expanded:opacity-100'

/** Its labels and color, above the title. */
export function PageLooks({ scope, page, readOnly }: PageLooksProps) {
  const { t } = useTranslation()
  const change = useChangePage(scope)
  const own = labelsOf(page, useLabelList(scope.slug, scope.project_id) ?? [])
  const { id, color } = page
  const chips = own.map((label) => (
    <Chip key={label.id} colour={label.color} className="max-w-40">
      <span className="truncate">{label.name}</span>
    </Chip>
  ))
  if (readOnly) return <span className="flex flex-wrap items-center gap-1">{chips}</span>
  return (
    <>
      <LabelsPicker
        {...scope}
        value={own.map((label) => label.id)}
        onChange={(labels) => change.mutate({ id, labels: [...labels] })}
        trigger={
          own.length > 0 ? (
            <button
              type="button"
              aria-label={t('pages.labels_are', {
                names: own.map(({ name }) => name).join(', '),
              })}
              className="flex min-h-7 flex-wrap items-center gap-1 rounded-md px-1 hover:bg-hover"
            >
              {chips}
            </button>
          ) : (
            <Button variant="ghost" icon={Tag} className={untilNear}>
              {t('pages.labels')}
            </Button>
          )
        }
      />
      <Popover
        label={t('pages.colour')}
        width={260}
        trigger={
          <Button
            variant="ghost"
            icon={color ? undefined : Palette}
            className={color ? undefined : untilNear}
          >
            {color && <Dot colour={color} />}
            {t('pages.colour')}
          </Button>
        }
      >
        {(close) => (
          <div className="flex flex-col gap-3">
            <ColourPicker
              presetsOnly
              label={t('pages.colour')}
              value={color || null}
              onChange={(hex) => change.mutate({ id, color: hex })}
            />
            {color && (
              <Button
                size="sm"
                onClick={() => {
                  change.mutate({ id, color: '' })
                  close()
                }}
              >
                {t('pages.no_colour')}
              </Button>
            )}
          </div>
        )}
      </Popover>
    </>
  )
}
