import type { Config } from '#config'

/** Where webhooks may go: wherever else we go, and what an operator allows them besides. */
export const webhookEgress = ({ egressAllow, webhooks }: Config) => ({
  allow: [...egressAllow, ...webhooks.allowedIps],
  allowHosts: webhooks.allowedHosts,
})
