import { useQuery } from '@tanstack/react-query'
import { relationsOf } from '#entities/work-item-list/change-relations.ts'

/** The four types a user can choose. */
export const offered = ['relates_to', 'duplicate', 'blocked_by', 'blocking'] as const
export type OfferedRelation = (typeof offered)[number]

export const useRelations = (place: Parameters<typeof relationsOf>[0]) =>
  useQuery(relationsOf(place)).data
