import {
  webhooksApi as api,
  type NewWebhook,
  type Webhook,
  type WebhookPatch,
  type WebhookWithSecret,
} from '@cairn/contract'
import { queryOptions, useMutation, useQuery } from '@tanstack/react-query'
import { call } from '#data/api.ts'
import { queryClient, queryLayers } from '#data/query-client.ts'
import { useOptimisticMutation } from '#data/use-optimistic-mutation.ts'

const webhooksIn = (slug: string) =>
  queryOptions({
    queryKey: ['webhooks', slug] as const,
    queryFn: () => call(api.list, { params: { slug } }),
    // There are no events for changes by other admins, and a webhook that failed for days is
    // disabled by the server.
    staleTime: 0,
  })

export const useWebhooks = (slug: string, { enabled }: { enabled: boolean }) =>
  useQuery({ ...webhooksIn(slug), enabled })

/** The secret is not cached; it is shown only once. */
const withoutSecret = ({
  id,
  url,
  is_active,
  created_at,
  updated_at,
  ...rest
}: WebhookWithSecret) => {
  const { project, issue, cycle, module, issue_comment } = rest
  const events = { project, issue, cycle, module, issue_comment }
  return { id, url, is_active, created_at, updated_at, ...events } satisfies Webhook
}

export const useCreateWebhook = (slug: string) =>
  useMutation({
    mutationFn: (body: NewWebhook) => call(api.create, { params: { slug }, body }),
    onSuccess: (made) =>
      queryLayers.happen<Webhook[]>(webhooksIn(slug).queryKey, (webhooks) => [
        withoutSecret(made),
        ...webhooks.filter(({ id }) => id !== made.id),
      ]),
  })

const put = (webhooks: Webhook[], saved: Webhook) =>
  webhooks.map((webhook) => (webhook.id === saved.id ? saved : webhook))

export const useChangeWebhook = (slug: string, id: string) =>
  useMutation({
    mutationFn: (body: WebhookPatch) => call(api.change, { params: { slug, id }, body }),
    onSuccess: (saved) =>
      queryLayers.happen<Webhook[]>(webhooksIn(slug).queryKey, (webhooks) => put(webhooks, saved)),
  })

export const useSwitchWebhook = (slug: string) =>
  useOptimisticMutation({
    query: webhooksIn(slug),
    line: ({ id }: Pick<Webhook, 'id' | 'is_active'>) => `webhook ${id}`,
    send: ({ id, is_active }) => call(api.change, { params: { slug, id }, body: { is_active } }),
    apply: (webhooks, { id, is_active }) =>
      webhooks.map((webhook) => (webhook.id === id ? { ...webhook, is_active } : webhook)),
    settle: put,
    failure: 'webhooks.not_switched',
  })

export const useRegenerateSecret = (slug: string, id: string) =>
  useMutation({
    mutationFn: () => call(api.regenerate, { params: { slug, id } }),
    onSuccess: (made) =>
      queryLayers.happen<Webhook[]>(webhooksIn(slug).queryKey, (webhooks) =>
        put(webhooks, withoutSecret(made)),
      ),
  })

export const useRemoveWebhook = (slug: string) =>
  useOptimisticMutation({
    query: webhooksIn(slug),
    send: (id: string) => call(api.remove, { params: { slug, id } }),
    apply: (webhooks, id) => webhooks.filter((webhook) => webhook.id !== id),
    failure: 'webhooks.not_removed',
  })

const logsOf = (slug: string, id: string) =>
  queryOptions({
    queryKey: ['webhook-logs', slug, id] as const,
    queryFn: () => call(api.logs, { params: { slug, id } }),
    staleTime: 0,
  })

export const useWebhookLogs = (slug: string, id: string) => useQuery(logsOf(slug, id))

export const useSendAgain = (slug: string, id: string) =>
  useMutation({
    mutationFn: (log_id: string) => call(api.sendAgain, { params: { slug, id, log_id } }),
    // On success, an older attempt no longer waits for its retry.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: logsOf(slug, id).queryKey }),
  })
