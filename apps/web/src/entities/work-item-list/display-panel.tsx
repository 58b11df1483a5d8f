import { ArrowDownWideNarrow, ArrowUpNarrowWide } from 'lucide-react'
import type { ReactNode } from 'react'
import { type TextKey, useTranslation } from '#data/i18n.ts'
import { Button } from '#ui/controls/button.tsx'
import { Checkbox } from '#ui/controls/checkbox.tsx'
import { RadioGroup } from '#ui/controls/radio-group.tsx'
import { classNames } from '#ui/theme/class-names.ts'
import type { ListControlsProps } from './list-controls.tsx'
import { directionText, firstOrder, hasDirection, orderKey, reversed } from './list-order.ts'
import type { GroupBy } from './list-settings.ts'
import { offersOf } from './offers.ts'
import { useFeatures } from './use-features.ts'

const nameOf = (group: GroupBy | null) => (group === null ? 'none' : group.replace('.', '_'))

/** Which values rows show, how they are grouped and in which order. */
export default function DisplayPanel({ context, settings, set }: ListControlsProps) {
  const { t } = useTranslation()
  const { display, properties } = settings
  const offers = offersOf(context, display.layout, useFeatures(context))
  const groups = offers.groups.filter((group) => group === null || group !== display.sub_group_by)
  const subGroups = offers.subGroups.filter((group) => group === null || group !== display.group_by)
  const counts = context.kind === 'epics' ? 'item_count' : 'sub_issue_count'

  const choices = (among: readonly (GroupBy | null)[]) =>
    among.map((group) => ({
      value: nameOf(group),
      label: t(`list_settings.groups.${nameOf(group)}` as TextKey),
    }))
  const named = (among: readonly (GroupBy | null)[], name: string) =>
    among.find((group) => nameOf(group) === name) ?? null

  return (
    <div className="flex max-h-[min(600px,80vh)] flex-col divide-y divide-line-subtle overflow-y-auto">
      <Section>
        <p className="mb-2 font-medium">{t('list_settings.properties')}</p>
        <div className="flex flex-wrap gap-1.5">
          {offers.properties.map((property) => (
            <button
              key={property}
              type="button"
              aria-pressed={properties[property]}
              onClick={() => set.setProperties({ [property]: !properties[property] })}
              className={classNames(
                'hit h-6 rounded-md border px-2 text-small transition-colors duration-(--time-instant) max-md:h-9',
                properties[property]
                  ? 'border-accent bg-accent text-on-accent hover:bg-accent-hover'
                  : 'border-line text-ink-2 hover:bg-hover',
              )}
            >
              {t(`list_settings.property.${property === 'sub_issue_count' ? counts : property}`)}
            </button>
          ))}
        </div>
      </Section>
      {groups.length > 0 && (
        <Section>
          <RadioGroup
            label={t('list_settings.group_by')}
            options={choices(groups)}
            value={nameOf(display.group_by)}
            onChange={(name) => set.setDisplay({ group_by: named(groups, name) })}
          />
        </Section>
      )}
      {subGroups.length > 0 && display.group_by && (
        <Section>
          <RadioGroup
            label={t('list_settings.sub_group_by')}
            options={choices(subGroups)}
            value={nameOf(display.sub_group_by)}
            onChange={(name) => set.setDisplay({ sub_group_by: named(subGroups, name) })}
          />
        </Section>
      )}
      {offers.orders.length > 0 && (
        <Section>
          <RadioGroup
            label={t('list_settings.order_by')}
            options={offers.orders.map((value) => ({
              value,
              label: t(`list_settings.orders.${value}` as TextKey),
            }))}
            value={orderKey(display.order_by)}
            onChange={(key) => set.setDisplay({ order_by: firstOrder(key) })}
          />
          {hasDirection(display.order_by) && (
            <Button
              size="sm"
              icon={display.order_by.startsWith('-') ? ArrowDownWideNarrow : ArrowUpNarrowWide}
              className="absolute top-2 right-3"
              onClick={() => set.setDisplay({ order_by: reversed(display.order_by) })}
            >
              {t(directionText(display.order_by))}
            </Button>
          )}
        </Section>
      )}
      {offers.extras.length > 0 && (
        <Section>
          <div className="flex flex-col gap-2">
            {offers.extras.map((extra) => (
              <Checkbox
                key={extra}
                label={t(`list_settings.extras.${extra}`)}
                checked={display[extra]}
                onChange={(event) => set.setDisplay({ [extra]: event.target.checked })}
              />
            ))}
          </div>
        </Section>
      )}
    </div>
  )
}

const Section = ({ children }: { children: ReactNode }) => (
  <div className="relative p-3">{children}</div>
)
