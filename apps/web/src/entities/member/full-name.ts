import type { UserLite } from '@cairn/contract'

/** Who has not said their name goes by the one that is displayed. */
export const fullNameOf = ({ first_name, last_name, display_name }: UserLite) =>
  `${first_name} ${last_name}`.trim() || display_name
