import type { WebhookLog } from '@cairn/contract'
import { ChevronRight, RotateCw } from 'lucide-react'
import { useId, useState } from 'react'
import { useTranslation } from '#data/i18n.ts'
import { notifyFailure } from '#data/notify-failure.ts'
import { Button } from '#ui/controls/button.tsx'
import { momentText } from '#ui/dates/own-zone.ts'
import { RelativeTime } from '#ui/dates/relative-time.tsx'
import { toast } from '#ui/feedback/toast.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { Tag } from '#ui/people/badge.tsx'
import { classNames } from '#ui/theme/class-names.ts'
import { changedField, indented } from './call-text.ts'
import { useSendAgain } from './hooks.ts'

/** One attempt, collapsed; expanded, with its request and response. */
export function AttemptRow({ slug, log }: { slug: string; log: WebhookLog }) {
  const { t } = useTranslation()
  const id = useId()
  const [open, setOpen] = useState(false)
  const field = changedField(log.request_body)
  return (
    <div>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
        className="focus-inset flex min-h-10 w-full items-center gap-2.5 py-1.5 pr-3 pl-2 text-left hover:bg-hover"
      >
        <Icon
          of={ChevronRight}
          className={classNames(
            'text-ink-3 transition-transform duration-(--time-base)',
            open && 'rotate-90',
          )}
        />
        <Outcome log={log} />
        <span className="min-w-0 grow truncate">
          {t(`webhooks.delivered.${log.event_type}`)} {t(`webhooks.action.${log.request_method}`)}
          {field && <span className="text-ink-3"> · {field}</span>}
        </span>
        <span className="shrink-0 text-small text-ink-3 max-md:hidden">
          <Turn log={log} />
        </span>
        <span className="shrink-0 text-small text-ink-3">
          <RelativeTime at={log.created_at} />
        </span>
      </button>
      <div id={id} hidden={!open}>
        {open && <Exchange slug={slug} log={log} />}
      </div>
    </div>
  )
}

function Outcome({
  log: { is_delivered, response_status, response_headers },
}: {
  log: WebhookLog
}) {
  const { t } = useTranslation()
  // Without a response there are no headers, and the status is a placeholder.
  const text = response_headers ? response_status : t('webhooks.no_answer')
  return <Tag tone={is_delivered ? 'success' : 'danger'}>{text}</Tag>
}

function Turn({ log: { is_replay, retry_count } }: { log: WebhookLog }) {
  const { t } = useTranslation()
  if (is_replay) return t('webhooks.by_hand')
  return retry_count > 0 ? t('webhooks.retry', { number: retry_count }) : null
}

function Exchange({ slug, log }: { slug: string; log: WebhookLog }) {
  const { t } = useTranslation()
  const again = useSendAgain(slug, log.webhook)
  const { next_try_at, response_headers, response_body } = log

  const send = () =>
    again.mutate(log.id, {
      onSuccess: ({ is_delivered, response_status, response_headers: answered, response_body }) => {
        if (is_delivered) toast({ kind: 'success', title: t('webhooks.sent_again') })
        else {
          const status = t('webhooks.answered', { status: response_status })
          const text = answered ? status : response_body
          toast({ kind: 'error', title: t('webhooks.not_delivered'), text })
        }
      },
      onError: (error) => notifyFailure(t('webhooks.not_sent_again'), error),
    })

  return (
    <div className="flex flex-col gap-3 border-t border-line-subtle bg-sunken px-3 py-3">
      <div className="flex flex-wrap items-center gap-2">
        <p className="grow text-small text-ink-3">
          {next_try_at &&
            t('webhooks.next_try', {
              time: momentText(next_try_at),
            })}
        </p>
        <Button icon={RotateCw} busy={again.isPending} onClick={send}>
          {t(again.isPending ? 'webhooks.sending' : 'webhooks.send_again')}
        </Button>
      </div>
      <Text title={t('webhooks.request_headers')} text={log.request_headers} />
      <Text title={t('webhooks.request_body')} text={indented(log.request_body)} />
      {response_headers ? (
        <>
          <Text title={t('webhooks.response_headers')} text={response_headers} />
          <Text
            title={t('webhooks.response_body')}
            text={response_body ? indented(response_body) : t('webhooks.empty_body')}
          />
        </>
      ) : (
        <Text title={t('webhooks.why')} text={response_body} />
      )}
    </div>
  )
}

function Text({ title, text }: { title: string; text: string }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className="text-small font-medium text-ink-2">
        {title}
      </h3>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keys
        tabIndex={0}
        className="mt-1 max-h-72 overflow-auto rounded-md border border-line bg-surface p-2 font-mono text-small wrap-anywhere whitespace-pre-wrap text-ink-2"
      >
        {text}
      </pre>
    </section>
  )
}
