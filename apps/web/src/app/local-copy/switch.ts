/** Whether this browser stores a copy. On by default. */
export const SWITCH = 'LOCAL_DB_ENABLED'
