import {
  type EstimateFault,
  type EstimateType,
  estimateFault,
  estimateTypes,
  isEstimateKey,
  LARGEST_ESTIMATE_KEY,
  MAX_ESTIMATE_POINTS,
  MAX_ESTIMATE_VALUE_LENGTH,
  MIN_ESTIMATE_POINTS,
  type NewEstimatePoint,
} from '@cairn/contract'
import { badRequest } from '#kernel/http/errors.ts'

const sentences: Record<EstimateFault, string> = {
  empty: 'Estimate value cannot be empty.',
  too_long: "Value can't be more than 20 characters",
  repeated: 'Estimate value already exists.',
  not_numeric: 'Estimate needs to be a numeric value.',
  not_positive: 'Estimate needs to be greater than 0.',
  numeric: 'Estimate needs to be a character value.',
}

export const pointsRequired = () => badRequest({ error: 'Estimate points are required' })

export const wrongNumberOfPoints = () =>
  badRequest({ error: 'Estimate must have between 2 and 6 points' })

/** Accepts any letter case. */
export function readType(typed: string): EstimateType {
  const type = estimateTypes.find((known) => known === typed.toLowerCase())
  if (!type) throw badRequest({ type: [`"${typed}" is not a valid choice.`] })
  return type
}

const wrongKey = (key: number, largest = LARGEST_ESTIMATE_KEY) => {
  const side = key < 0 ? 'greater than or equal to 0' : `less than or equal to ${largest}`
  return { key: [`Ensure this value is ${side}.`] }
}

export function refuseKey(key: number | undefined, largest?: number) {
  if (key !== undefined && !isEstimateKey(key, largest)) throw badRequest(wrongKey(key, largest))
}

type Rules = Parameters<typeof estimateFault>[3]

/** Checks one value against the existing ones, which are not checked again. */
export function refuseFault(
  type: EstimateType,
  value: string,
  others: readonly string[],
  rules?: Rules,
) {
  const fault = estimateFault(type, value, others, rules)
  if (fault) throw badRequest({ non_field_errors: [sentences[fault]] })
}

/** Checks the values of one system against each other. */
export function refuseFaults(type: EstimateType, values: readonly string[], rules?: Rules) {
  values.forEach((value, index) => {
    refuseFault(type, value, values.toSpliced(index, 1), rules)
  })
}

const faultsOf = ({ key = 0, value = '' }: NewEstimatePoint) => {
  if (value.trim().length > MAX_ESTIMATE_VALUE_LENGTH) {
    return { non_field_errors: [sentences.too_long] }
  }
  return isEstimateKey(key) ? {} : wrongKey(key)
}

/** The points of a new system; errors are returned at the index of each invalid point. */
export function readPoints(type: EstimateType, wanted: readonly NewEstimatePoint[]) {
  if (wanted.length === 0) throw pointsRequired()
  if (wanted.length < MIN_ESTIMATE_POINTS || wanted.length > MAX_ESTIMATE_POINTS) {
    throw wrongNumberOfPoints()
  }
  const faults = wanted.map(faultsOf)
  if (faults.some((fault) => Object.keys(fault).length > 0)) throw badRequest(faults)
  const points = wanted.map(({ id, key = 0, value = '', description = '' }) => ({
    ...{ id, key, value: value.trim(), description },
  }))
  refuseFaults(
    type,
    points.map(({ value }) => value),
  )
  return points
}
