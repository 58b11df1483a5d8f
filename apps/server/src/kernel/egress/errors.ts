/** We did not send the request, or did not take the answer: trying again gives the same. */
export class EgressRefused extends Error {
  override name = 'EgressRefused'
}

/** The other side or the network failed: a later try may succeed. */
export class EgressFailed extends Error {
  override name = 'EgressFailed'
}
