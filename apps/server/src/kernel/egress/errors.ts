/** We did not send the request, or refused the response: a retry gives the same result. */
export class EgressRefused extends Error {
  override name = 'EgressRefused'
}

/** The other side or the network failed: a later try may succeed. */
export class EgressFailed extends Error {
  override name = 'EgressFailed'
}
