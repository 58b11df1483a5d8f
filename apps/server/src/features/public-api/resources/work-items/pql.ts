import {
  type Asking,
  type Condition,
  type Expression,
  parse,
  QueryTextNotValid,
  resolve,
} from '@cairn/work-item-query'
import { badRequest } from '#kernel/http/errors.ts'

interface Read {
  condition: Condition
  /** Whether it filters by type: lists include epics only then. */
  speaksOfTypes: boolean
}

/** The contract's limit for programs. */
const MAX_CONDITIONS = 5

/** Parses a query into a condition; errors include the position. */
export function readPql(pql: string, asking: Asking): Read {
  try {
    const expression = parse(pql, MAX_CONDITIONS)
    return {
      condition: resolve(expression, asking),
      speaksOfTypes: speaksOfTypes(expression),
    }
  } catch (error) {
    throw error instanceof QueryTextNotValid ? badRequest({ pql: [error.message] }) : error
  }
}

function speaksOfTypes(expression: Expression): boolean {
  if ('and' in expression) return expression.and.some(speaksOfTypes)
  if ('or' in expression) return expression.or.some(speaksOfTypes)
  if ('not' in expression) return speaksOfTypes(expression.not)
  if ('call' in expression) return expression.call.name === 'isEpic'
  return expression.compare.field === 'type'
}
