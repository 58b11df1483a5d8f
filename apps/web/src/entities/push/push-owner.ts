/** Local storage: the user who turned push on in this browser, to renew it in their next session. */
export const PUSH_OWNER = 'push_owner'
