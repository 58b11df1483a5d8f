import type { ApiToken, TokenRequest } from '@cairn/contract'
import { useTranslation } from '#data/i18n.ts'
import { Button } from '#ui/controls/button.tsx'
import { Panel } from '#ui/controls/form-layout.tsx'
import { RelativeTime } from '#ui/dates/relative-time.tsx'
import { SkeletonRows } from '#ui/lists/skeleton-rows.tsx'
import { Dialog } from '#ui/overlays/dialog.tsx'
import { Tag } from '#ui/people/badge.tsx'
import { useClose } from '#ui/platform/presence.tsx'
import { useTokenRequests } from './hooks.ts'

interface RequestsDialogProps {
  token: ApiToken
  onClose: () => void
}

/** Recent requests made with a token, so that its owner can see misuse. */
export function RequestsDialog({ token, onClose }: RequestsDialogProps) {
  const { t } = useTranslation()
  const { data: requests, isError, refetch } = useTokenRequests(token.id)

  const close = useClose(onClose)

  return (
    <Dialog
      open
      onClose={close}
      size="lg"
      title={t('api_tokens.requests_of', { name: token.label })}
      description={t('api_tokens.requests_text')}
      footer={<Button onClick={close}>{t('api_tokens.close')}</Button>}
    >
      {isError ? (
        <p className="flex items-center gap-2 text-ink-2">
          {t('api_tokens.requests_not_read')}
          <Button onClick={() => void refetch()}>{t('common.try_again')}</Button>
        </p>
      ) : requests?.length === 0 ? (
        <p className="text-ink-2">{t('api_tokens.no_requests')}</p>
      ) : (
        <Panel>
          {requests ? (
            <ul>
              {requests.map((request) => (
                <RequestRow key={request.id} request={request} />
              ))}
            </ul>
          ) : (
            <SkeletonRows count={5} />
          )}
        </Panel>
      )}
    </Dialog>
  )
}

function RequestRow({ request }: { request: TokenRequest }) {
  const { method, path, query, status, ip, user_agent, created_at } = request
  return (
    <li className="border-b border-line-subtle px-3 py-2 last:border-b-0">
      <p className="flex items-start gap-2">
        <Tag tone={status < 400 ? 'success' : 'neutral'}>{status}</Tag>
        <span className="min-w-0 grow font-mono text-small wrap-anywhere">
          {method} {query ? `${path}?${query}` : path}
        </span>
        <span className="shrink-0 text-small text-ink-3">
          <RelativeTime at={created_at} />
        </span>
      </p>
      <p className="mt-0.5 text-small text-ink-3 wrap-anywhere">
        {[ip, user_agent].filter(Boolean).join(' · ')}
      </p>
    </li>
  )
}
