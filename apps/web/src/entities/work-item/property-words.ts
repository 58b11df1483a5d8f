import { type PropertyValue, toWebAddress, type WorkItemProperty } from '@cairn/contract'
import { currentLanguage } from '#data/i18n.ts'

const MAX_DECIMALS = 20

// A formatter is expensive to create and cheap to use.
const formatters = new Map<string, Intl.NumberFormat>()

function formatterOf(decimals: number | null) {
  const language = currentLanguage()
  const key = `${language} ${decimals}`
  const known = formatters.get(key)
  if (known) return known
  const made = new Intl.NumberFormat(language, {
    minimumFractionDigits: decimals ?? 0,
    maximumFractionDigits: decimals ?? MAX_DECIMALS,
  })
  formatters.set(key, made)
  return made
}

/** "1,250.50 km": with the unit behind it. */
export function numberText(
  value: number,
  { decimals, unit }: Pick<WorkItemProperty, 'decimals' | 'unit'>,
) {
  const text = formatterOf(decimals).format(value)
  return unit ? `${text}\u00a0${unit}` : text
}

/** As it is typed: without groups and unit. */
export const typedNumber = (value: number, language = currentLanguage()) =>
  new Intl.NumberFormat(language, {
    useGrouping: false,
    maximumFractionDigits: MAX_DECIMALS,
  }).format(value)

/**
 * A number typed in the user's language, rounded as its property says; undefined if it is none. A
 * point and a comma both begin the decimals, unless they group thousands there: "1,250" in English.
 */
export function readNumber(
  typed: string,
  decimals: number | null,
  language = currentLanguage(),
): number | undefined {
  const text = typed.replaceAll(/[\s'’]/g, '').replace('\u2212', '-')
  const decimal = typedNumber(0.5, language).includes(',') ? ',' : '.'
  const group = decimal === ',' ? '.' : ','
  const isGrouped = new RegExp(`^-?\\d{1,3}(\\${group}\\d{3})+(\\${decimal}\\d*)?$`).test(text)
  const digits = (isGrouped ? text.replaceAll(group, '') : text).replace(',', '.')
  if (!/^-?(\d+\.?\d*|\.\d+)$/.test(digits)) return undefined
  const value = Number(digits)
  if (!Number.isFinite(value)) return undefined
  return decimals === null ? value : Number(value.toFixed(decimals))
}

/** With a protocol, as people rarely type one. */
export const readLink = (typed: string) => toWebAddress(typed) ?? typed

export type ValueProblem = 'required' | 'number' | 'link'

export const hasValue = (value: PropertyValue | null | undefined): value is PropertyValue =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && !value[0])

/** Why a value cannot be saved. */
export function problemOfValue(
  { kind, is_required }: Pick<WorkItemProperty, 'kind' | 'is_required'>,
  value: PropertyValue | null | undefined,
): ValueProblem | undefined {
  if (!hasValue(value)) return is_required ? 'required' : undefined
  // In a form a text that is no number stays as it was typed.
  if (kind === 'number') return typeof value === 'number' ? undefined : 'number'
  return kind === 'link' && toWebAddress(String(value)) === null ? 'link' : undefined
}

/** The ids of options, persons or items. */
export const idsIn = (value: PropertyValue | undefined) => (Array.isArray(value) ? value : [])
