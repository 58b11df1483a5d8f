import { Refusal } from '../refusal.ts'

/** There is no room for the backup. */
export class DiskFull extends Refusal {
  override name = 'DiskFull'
}
