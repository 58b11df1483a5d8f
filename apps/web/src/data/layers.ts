/**
 * A screen shows the server's last state (`base`) with our unconfirmed changes on top. A failed
 * change is left out of the next computation, so it cannot affect the others, and an event that
 * arrives meanwhile is applied below them and cannot make them flicker.
 */
export type Change<Data> = (data: Data) => Data

interface Pending<Data> {
  id: number
  change: Change<Data>
}

export interface Layers<Data> {
  base: Data | undefined
  pending: readonly Pending<Data>[]
  /** Changes that arrived during a fetch: its result may or may not contain them. */
  unread: readonly Change<Data>[]
}

export const layersOver = <Data>(base: Data | undefined): Layers<Data> => ({
  base,
  pending: [],
  unread: [],
})

const applyTo = <Data>(data: Data | undefined, change: Change<Data>) =>
  data === undefined ? undefined : change(data)

export const visible = <Data>({ base, pending }: Layers<Data>): Data | undefined =>
  pending.reduce<Data | undefined>((data, { change }) => applyTo(data, change), base)

export const begin = <Data>(layers: Layers<Data>, id: number, change: Change<Data>) => ({
  ...layers,
  pending: [...layers.pending, { id, change }],
})

/** An event, or a change the server confirmed. Changes must be idempotent. */
export const happen = <Data>(
  layers: Layers<Data>,
  change: Change<Data>,
  reading: boolean,
): Layers<Data> => ({
  ...layers,
  base: applyTo(layers.base, change),
  unread: reading ? [...layers.unread, change] : layers.unread,
})

const without = <Data>(layers: Layers<Data>, id: number): Layers<Data> => ({
  ...layers,
  pending: layers.pending.filter((one) => one.id !== id),
})

export const confirm = <Data>(
  layers: Layers<Data>,
  id: number,
  change: Change<Data>,
  reading: boolean,
): Layers<Data> => happen(without(layers, id), change, reading)

export const fail = without

/** A fetch finished: its data is the new base, below the changes that arrived meanwhile. */
export const read = <Data>(layers: Layers<Data>, data: Data): Layers<Data> => ({
  ...layers,
  base: layers.unread.reduce((before, change) => change(before), data),
  unread: [],
})

export const isSettled = <Data>({ pending, unread }: Layers<Data>) =>
  pending.length === 0 && unread.length === 0
