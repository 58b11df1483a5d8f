import { type JsonLimits, jsonLimitsKeyword, lookup } from '@cairn/contract'
import type { FastifySchemaValidationError } from 'fastify'

interface FieldError {
  field: string
  value: unknown
}

/** Where Ajv points (`/label_ids/0`) and what stands there. */
function placeOf({ instancePath }: FastifySchemaValidationError, body: unknown): FieldError {
  const [field = '', ...rest] = instancePath.split('/').slice(1)
  let value: unknown = lookup(Object(body), field)
  for (const key of rest) value = lookup(Object(value), key)
  return { field, value }
}

const formats: Record<string, (value: unknown) => string> = {
  date: () => 'Date has wrong format. Use one of these formats instead: YYYY-MM-DD.',
  'date-time': () =>
    'Datetime has wrong format. Use one of these formats instead: YYYY-MM-DDThh:mm[:ss[.uuuuuu]][+HH:MM|-HH:MM|Z].',
  uuid: (value) => `“${value}” is not a valid UUID.`,
  email: () => 'Enter a valid email address.',
  uri: () => 'Enter a valid URL.',
}

const types: Record<string, string> = {
  string: 'Not a valid string.',
  boolean: 'Must be a valid boolean.',
  integer: 'A valid integer is required.',
  number: 'A valid number is required.',
  object: 'Value must be valid JSON.',
  array: 'Expected a list of items.',
}

function sentenceFor(error: FastifySchemaValidationError, value: unknown): string {
  const { keyword, params } = error
  const limit = String(params.limit)
  if (keyword === 'maxLength') return `Ensure this field has no more than ${limit} characters.`
  if (keyword === 'minLength') return 'This field may not be blank.'
  if (keyword === 'maxItems') return `Ensure this field has no more than ${limit} elements.`
  if (keyword === 'minimum') return `Ensure this value is greater than or equal to ${limit}.`
  if (keyword === 'maximum') return `Ensure this value is less than or equal to ${limit}.`
  if (keyword === 'enum') return `"${shorten(value)}" is not a valid choice.`
  if (keyword === 'format')
    return lookup(formats, String(params.format))?.(shorten(value)) ?? 'Not valid.'
  if (keyword === jsonLimitsKeyword) {
    const { depth, keys, bytes } = params as unknown as JsonLimits
    return `Ensure this value has no more than ${depth} levels, ${keys} keys and ${bytes} bytes.`
  }
  if (keyword === 'type' && value === null) return 'This field may not be null.'
  if (keyword === 'type') return lookup(types, String([params.type].flat()[0])) ?? 'Not valid.'
  return 'Not valid.'
}

const shorten = (value: unknown) => String(value).slice(0, 100)

/** The contract's 400 body for a schema error. */
export function fieldErrors(error: FastifySchemaValidationError, body: unknown): object {
  if (error.keyword === 'required') {
    return { [String(error.params.missingProperty)]: ['This field is required.'] }
  }
  const { field, value } = placeOf(error, body)
  if (!field) return { non_field_errors: ['Invalid data. Expected a dictionary.'] }
  return { [field]: [sentenceFor(error, value)] }
}
