import { type Static, Type } from 'typebox'
import { endpoint } from '../core/endpoint.ts'
import { anyone } from '../core/policy.ts'
import { DateTime, Nullable } from '../core/shapes.ts'

/** A backup that can be restored, in the folder of backups or uploaded. */
export const FoundBackup = Type.Object({
  name: Type.String(),
  size: Type.Integer(),
  modified_at: DateTime,
  is_encrypted: Type.Boolean(),
})
export type FoundBackup = Static<typeof FoundBackup>

export const RestoreChoice = Type.Object({
  folder: Type.String(),
  /** The newest first. */
  backups: Type.Array(FoundBackup),
  /** Why the last restore failed. */
  problem: Nullable(Type.String()),
})
export type RestoreChoice = Static<typeof RestoreChoice>

const NewRestore = Type.Object({
  name: Type.String({ minLength: 1, maxLength: 255 }),
  passphrase: Type.Optional(Type.String({ maxLength: 1000 })),
})
export type NewRestore = Static<typeof NewRestore>

const all = '/api/instances/restore/'

/** Only while the instance is not set up: who sets it up may restore it instead. */
export const restoreApi = {
  list: endpoint(anyone, `GET ${all}`, { 200: RestoreChoice }),
  /** The file itself is the body, `application/octet-stream`. */
  upload: endpoint(anyone, `POST ${all}upload/`, { 201: FoundBackup }),
  /** Verifies the backup; then the server stops, restores it, and starts again. */
  start: endpoint(anyone, `POST ${all}`, { body: NewRestore, 202: Type.Null() }),
}
