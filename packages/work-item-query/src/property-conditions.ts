import { type Condition, passes, type ValueTest } from './condition.ts'
import type { PropertyTest } from './list-query.ts'

function valueTests(test: PropertyTest): ValueTest[] {
  switch (test.kind) {
    case 'text':
    case 'link':
      return test.wanted.texts.map((text) => ({ is: 'contains', text }))
    case 'number':
      return test.wanted.ranges.map((range) => ({ is: 'number', range }))
    case 'date':
      return test.wanted.ranges.map((range) => ({ is: 'day', range }))
    case 'datetime':
      return test.wanted.ranges.map((range) => ({ is: 'moment', range }))
    case 'boolean':
      return test.wanted.ids.map((id) => ({ is: 'boolean', value: id === 'true' }))
    default:
      return test.wanted.ids.length > 0 ? [{ is: 'ref', ids: test.wanted.ids }] : []
  }
}

/** The filter of a property, as the query language would say it. */
export function propertyCondition(test: PropertyTest): Condition {
  const property = { id: test.id, kind: test.kind }
  const values = valueTests(test)
  const met = values.length > 0 ? [passes({ kind: 'property', property, values })] : []
  const none = test.wanted.none ? [{ not: passes({ kind: 'property', property }) }] : []
  const asked: Condition = { or: [...met, ...none] }
  return test.isNegated ? { not: asked } : asked
}
