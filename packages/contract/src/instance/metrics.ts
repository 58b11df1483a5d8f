import { Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { anyone } from '../core/policy.ts'

export const metricsApi = {
  /** Requires the operator's token or an instance admin; otherwise 404. */
  read: endpoint(anyone, 'GET /api/instances/metrics/', { 200: Type.String() }),
}
