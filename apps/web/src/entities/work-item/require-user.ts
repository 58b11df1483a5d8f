import { ApiError } from '#data/api.ts'
import { t } from '#data/i18n.ts'
import { queryClient } from '#data/query-client.ts'
import { session } from '#entities/account/hooks.ts'

/** Subscribing to an item requires a known user. */
export function requireUser() {
  if (queryClient.getQueryData(session.queryKey)) return
  throw new ApiError(0, null, t('item.user_unknown'))
}
