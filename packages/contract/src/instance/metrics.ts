import { Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { anyone } from '../core/policy.ts'

export const metricsApi = {
  /** By a token of the operator's, or as an administrator; else there is no such page. */
  read: endpoint(anyone, 'GET /api/instances/metrics/', { 200: Type.String() }),
}
