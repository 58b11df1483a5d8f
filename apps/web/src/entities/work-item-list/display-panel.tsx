import { ArrowDownWideNarrow, ArrowUpNarrowWide } from 'lucide-react'
import type { ReactNode } from 'react'
import { type TextKey, useTranslation } from '#data/i18n.ts'
import { Button } from '#ui/controls/button.tsx'
import { Select } from '#ui/controls/select.tsx'
import { Switch } from '#ui/controls/switch.tsx'
import { DisplayDefault } from './display-default.tsx'
import type { ListControlsProps } from './list-controls.tsx'
import { directionText, firstOrder, hasDirection, orderKey, reversed } from './list-order.ts'
import { doneSpans, type GroupBy, isOfProperty, type Layout } from './list-settings.ts'
import { offersOf } from './offers.ts'
import { isGrouped, isSorted, type OwnField, useOwnFields } from './own-fields.ts'
import { propertyIcons } from './property-icons.ts'
import { OwnToggles, PropertyToggle } from './property-toggles.tsx'
import { useFeatures } from './use-features.ts'

const nameOf = (group: GroupBy | null) => (group === null ? 'none' : group.replace('.', '_'))

/** Where the properties of types are shown: on cards and in columns. */
const showOwn: readonly Layout[] = ['kanban', 'spreadsheet']

/** Grouping, order and visible properties of the rows. */
export default function DisplayPanel({ context, settings, set }: ListControlsProps) {
  const { t } = useTranslation()
  const { display, properties } = settings
  const offers = offersOf(context, display.layout, useFeatures(context))
  const own = useOwnFields(context).filter(() => offers.own)
  const groups = withOwn(offers.groups, own).filter(
    (group) => group === null || group !== display.sub_group_by,
  )
  const subGroups = withOwn(offers.subGroups, own).filter(
    (group) => group === null || group !== display.group_by,
  )
  const ownOrders = offers.orders.length > 0 ? own.filter(isSorted) : []
  const counts = context.kind === 'epics' ? 'item_count' : 'sub_issue_count'
  const shown = offers.properties.filter((property) => properties[property])
  const switches = offers.extras.filter((extra) => extra !== 'done_days')

  const choices = (among: readonly (GroupBy | null)[]) =>
    among.map((group) => ({
      value: nameOf(group),
      label:
        own.find(({ field }) => field === group)?.name ??
        t(`list_settings.groups.${nameOf(group)}` as TextKey),
    }))
  const named = (among: readonly (GroupBy | null)[], name: string) =>
    among.find((group) => nameOf(group) === name) ?? null

  return (
    <div className="flex max-h-[min(640px,80vh)] flex-col divide-y divide-line-subtle overflow-y-auto max-md:max-h-[calc(85dvh-48px)]">
      {(groups.length > 0 || offers.orders.length > 0) && (
        <Section>
          {groups.length > 0 && (
            <Line label={t('list_settings.group_by')}>
              <Select
                hideLabel
                label={t('list_settings.group_by')}
                options={choices(groups)}
                value={nameOf(display.group_by)}
                onChange={(name) => set.setDisplay({ group_by: named(groups, name) })}
              />
            </Line>
          )}
          {subGroups.length > 0 && display.group_by && (
            <Line label={t('list_settings.sub_group_by')}>
              <Select
                hideLabel
                label={t('list_settings.sub_group_by')}
                options={choices(subGroups)}
                value={nameOf(display.sub_group_by)}
                onChange={(name) => set.setDisplay({ sub_group_by: named(subGroups, name) })}
              />
            </Line>
          )}
          {offers.orders.length > 0 && (
            <Line label={t('list_settings.order_by')}>
              <Select
                hideLabel
                label={t('list_settings.order_by')}
                options={[
                  ...offers.orders.map((value) => ({
                    value,
                    label: t(`list_settings.orders.${value}` as TextKey),
                  })),
                  ...ownOrders.map(({ field, name }) => ({ value: field as string, label: name })),
                ]}
                value={orderKey(display.order_by)}
                onChange={(key) => set.setDisplay({ order_by: firstOrder(key) })}
              />
            </Line>
          )}
          {offers.orders.length > 0 && hasDirection(display.order_by) && (
            <Line>
              <Button
                icon={display.order_by.startsWith('-') ? ArrowDownWideNarrow : ArrowUpNarrowWide}
                className="w-full justify-start!"
                onClick={() => set.setDisplay({ order_by: reversed(display.order_by) })}
              >
                {t(directionText(display.order_by))}
              </Button>
            </Line>
          )}
        </Section>
      )}
      {offers.extras.length > 0 && (
        <Section>
          {offers.extras.includes('done_days') && (
            <Line label={t('list_settings.done')}>
              <Select
                hideLabel
                label={t('list_settings.done')}
                options={[null, ...doneSpans].map((days) => ({
                  value: days ?? 0,
                  label: t(`list_settings.done_in.${days ?? 0}` as TextKey),
                }))}
                value={display.done_days ?? 0}
                onChange={(value) =>
                  set.setDisplay({ done_days: doneSpans.find((days) => days === value) ?? null })
                }
              />
            </Line>
          )}
          {switches.map((extra) => (
            <Switch
              key={extra}
              className="w-full flex-row-reverse justify-between py-1.5"
              label={t(`list_settings.extras.${extra}` as TextKey)}
              checked={display[extra] === true}
              onChange={(checked) => set.setDisplay({ [extra]: checked })}
            />
          ))}
        </Section>
      )}
      <Section>
        <p className="flex h-7 items-center justify-between font-medium">
          {t('list_settings.properties')}
          <span className="font-normal text-ink-3 tabular-nums">
            {t('list_settings.shown_of', { count: shown.length, total: offers.properties.length })}
          </span>
        </p>
        <div className="-mx-1.5 grid grid-cols-2 gap-x-2">
          {offers.properties.map((property) => (
            <PropertyToggle
              key={property}
              icon={propertyIcons[property]}
              name={t(
                `list_settings.property.${property === 'sub_issue_count' ? counts : property}`,
              )}
              isShown={properties[property]}
              onToggle={(isShown) => set.setProperties({ [property]: isShown })}
            />
          ))}
        </div>
        {showOwn.includes(display.layout) && (
          <OwnToggles
            context={context}
            properties={properties}
            onChange={(own) => set.setProperties({ own })}
          />
        )}
      </Section>
      {context.kind === 'project' && set.adopt && (
        <DisplayDefault context={context} settings={settings} onReset={set.adopt} />
      )}
    </div>
  )
}

/** Groups by properties come after those of every item, before "None". */
function withOwn(
  groups: readonly (GroupBy | null)[],
  own: readonly OwnField[],
): readonly (GroupBy | null)[] {
  if (groups.length === 0) return groups
  const fields = own.filter(isGrouped).map(({ field }) => field)
  return [
    ...groups.filter((group) => group !== null && !isOfProperty(group)),
    ...fields,
    ...groups.filter((group) => group === null),
  ]
}

const Section = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-col px-3 py-2">{children}</div>
)

/** Label at the left, control at the right. */
const Line = ({ label, children }: { label?: string; children: ReactNode }) => (
  <div className="grid grid-cols-[96px_1fr] items-center py-0.5">
    <span aria-hidden className="text-ink-2">
      {label}
    </span>
    {children}
  </div>
)
