import { type AiTask, lookup } from '@cairn/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#config'
import { readValues } from '#features/instance-settings/service.ts'
import type { Db } from '#kernel/database/schema.ts'
import type { Egress } from '#kernel/egress/egress.ts'
import { sanitiseHtml } from '#kernel/html/sanitise.ts'
import { badRequest, HttpError } from '#kernel/http/errors.ts'
import type { Secrets } from '#kernel/secrets.ts'

export interface House {
  db: Db
  secrets: Secrets
  config: Config
  egress: Egress
  log: FastifyBaseLogger
}

interface Completion {
  choices?: { message?: { content?: string | null } }[]
}

/** Models need time for long answers. */
const TIMEOUT_MS = 60_000

async function readModel({ db, secrets, config }: House) {
  const { LLM_API_KEY: key, LLM_MODEL: model, LLM_PROVIDER } = await readValues(db, secrets, config)
  const address = lookup(config.llmAddresses, LLM_PROVIDER)
  if (!key || !model || !address) {
    throw badRequest({ error: 'LLM provider API key and model are required' })
  }
  return { key, model, address }
}

const failed = () => new HttpError(500, { error: 'An internal error has occurred.' })

/** The model's output is untrusted: HTML passes the sanitizer. */
const toHtml = (text: string) => text.split('\n').map(sanitiseHtml).join('<br/>')

export async function ask(house: House, { task = '', prompt }: AiTask) {
  const { key, model, address } = await readModel(house)
  if (!task.trim()) throw badRequest({ error: 'Task is required' })
  const content = prompt ? `${task}\n${prompt}` : task
  const answer = await house.egress
    .fetch(address, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ model, messages: [{ role: 'user', content }] }),
      timeoutMs: TIMEOUT_MS,
      maxRedirects: 0,
    })
    .catch((error: Error) => {
      house.log.warn({ reason: error.message }, 'the language model was not reached')
      throw failed()
    })
  if (answer.status !== 200) {
    house.log.warn({ status: answer.status }, 'the language model refused')
    throw failed()
  }
  const response = readCompletion(answer.body)
  return { response, response_html: toHtml(response) }
}

function readCompletion(body: Buffer): string {
  try {
    const { choices } = JSON.parse(body.toString('utf8')) as Completion
    const content = choices?.[0]?.message?.content
    if (typeof content === 'string') return content
  } catch {
    // Not JSON: fails like any other unusable response.
  }
  throw failed()
}
