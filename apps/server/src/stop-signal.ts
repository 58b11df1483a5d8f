const stopping = new AbortController()

/**
 * Aborted by SIGTERM and SIGINT. Imported before everything else: the first process of a container
 * gets no signal that it does not handle.
 */
export const stopSignal = stopping.signal

for (const name of ['SIGINT', 'SIGTERM'] as const) process.on(name, () => stopping.abort())
