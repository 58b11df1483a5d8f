import type { UserLite } from '@cairn/contract'

/** Users without a full name are shown by their display name. */
export const fullNameOf = ({ first_name, last_name, display_name }: UserLite) =>
  `${first_name} ${last_name}`.trim() || display_name
