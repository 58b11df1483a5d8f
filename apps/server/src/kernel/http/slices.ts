import { PageNotValid, type PageSizes, readSlice, type Slice } from '@cairn/contract'
import { badRequest } from './errors.ts'

interface Asked {
  per_page?: string | undefined
  cursor?: string | undefined
}

/** The rows requested by `per_page` and `cursor`, or the contract's error. */
export function sliceOf({ per_page, cursor }: Asked, sizes?: PageSizes): Slice {
  try {
    return readSlice(per_page, cursor, sizes)
  } catch (error) {
    throw error instanceof PageNotValid ? badRequest({ detail: error.message }) : error
  }
}
