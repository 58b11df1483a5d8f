import { isPropertyField, propertyField, type WorkItemProperty } from '@cairn/contract'
import { Circle, CircleDashed, SquareCheck } from 'lucide-react'
import { queryClient } from '#data/query-client.ts'
import { propertiesIn } from '#entities/work-item-type/property-hooks.ts'
import { Dot } from '#ui/people/badge.tsx'
import type { GroupWords, OwnGroups } from './own-groups.ts'
import type { GroupPayload, ListGroup } from './references.tsx'

/** The groups of a property, in the order of its options; items of other types have no value. */
function groupsOf(property: WorkItemProperty, { t, persons, none }: GroupWords): ListGroup[] {
  const { id, kind, name, type_id, is_required } = property
  const payload = (value: string[] | boolean): GroupPayload => ({
    type_id,
    property_values: { [id]: value },
  })
  const nowhere = t('list_settings.not_of_type', { name })
  const only = (group: ListGroup): ListGroup => ({
    ...group,
    refuses: (item) => (item.type_id === type_id ? undefined : nowhere),
  })
  const empty = none(t('list_settings.no_value', { name }), CircleDashed)
  const last = is_required ? { ...empty, payload: null, refuses: () => nowhere } : empty
  if (kind === 'person') return [...persons((one) => payload([one])).map(only), last]
  if (kind === 'boolean') {
    const both = [
      { id: 'true', title: t('properties.yes'), icon: SquareCheck, payload: payload(true) },
      { id: 'false', title: t('properties.no'), icon: Circle, payload: payload(false) },
    ]
    return [...both.map(only), last]
  }
  const options = property.options.map((option) => ({
    id: option.id,
    title: option.name,
    icon: <Dot colour={option.color} />,
    payload: option.is_active ? payload([option.id]) : null,
  }))
  return [...options.map(only), last]
}

type Publish = (groups: OwnGroups) => void

function publishGroups(slug: string, publish: Publish) {
  const { queryKey } = propertiesIn({ slug })
  const properties = queryClient.getQueryData(queryKey)
  if (!properties) return
  publish((field, words) => {
    const property = properties.find((one) => propertyField(one) === field)
    return property && isPropertyField(field) ? groupsOf(property, words) : []
  })
}

/** Reads the definitions, and follows their changes. */
export function watch(slug: string, publish: Publish) {
  const [name] = propertiesIn({ slug }).queryKey
  queryClient.getQueryCache().subscribe(({ type, query }) => {
    const isOurs = query.queryKey[0] === name && query.queryKey[1] === slug
    if (type === 'updated' && isOurs) publishGroups(slug, publish)
  })
  void queryClient.ensureQueryData(propertiesIn({ slug })).then(() => publishGroups(slug, publish))
}
