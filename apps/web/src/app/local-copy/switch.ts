/** Whether this browser keeps a copy. On, until somebody turns it off. */
export const SWITCH = 'LOCAL_DB_ENABLED'
