import type { Config } from '#config'

/** Allowed webhook targets: all egress targets, and those the operator allows in addition. */
export const webhookEgress = ({ egressAllow, webhooks }: Config) => ({
  allow: [...egressAllow, ...webhooks.allowedIps],
  allowHosts: webhooks.allowedHosts,
})
