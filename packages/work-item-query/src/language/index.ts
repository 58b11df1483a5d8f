export {
  type Call,
  type Comparison,
  type Expression,
  type Operator,
  parse,
  type Value,
} from './grammar.ts'
export { print, printText, printValue } from './print.ts'
export { propertyNamed, writtenProperty } from './properties.ts'
export { fieldLike, resolve } from './resolve.ts'
export { type Role, type Slot, type Span, slotAt, spansOf, writtenField } from './scan.ts'
export { type Problem, QueryTextNotValid } from './tokens.ts'
export {
  type Field,
  type FieldName,
  fieldNamed,
  fieldNames,
  fields,
  type IdFilter,
  predicates,
  relations,
} from './words.ts'
