/** Who shares a limit: an IPv6 network is a /64, the usual size for one household or server. */
type CountedBy = 'network' | 'account' | 'address' | 'workspace'

export interface Limit {
  most: number
  seconds: number
  by: CountedBy
  /** The text in docs/operations.md. */
  what: string
}

const MINUTE = 60
const HOUR = 3_600
const DAY = 86_400

/** Everything that sends mail, hashes a password, or could be guessed at. Nothing else limits these. */
export const limits = {
  authentication: {
    ...{ most: 30, seconds: MINUTE, by: 'network' },
    what: 'every way in together: sign-in, sign-up, codes, resets, providers, the administration area, e-mail check',
  },
  guesses: {
    ...{ most: 5, seconds: HOUR, by: 'account' },
    what: 'wrong passwords; each one more doubles the wait, from 1 second to 5 minutes. Browsers and networks that have signed in before are counted on their own',
  },
  guessWarnings: {
    ...{ most: 1, seconds: DAY, by: 'account' },
    what: 'mails to the owner of an account whose password is being guessed',
  },
  oldPasswords: {
    ...{ most: 10, seconds: 900, by: 'account' },
    what: 'changing or setting the own password',
  },
  magicCodes: { most: 4, seconds: 600, by: 'address', what: 'mailed sign-in codes' },
  magicCodeTries: { most: 5, seconds: 600, by: 'address', what: 'tries of one sign-in code' },
  resetLinks: { most: 10, seconds: 900, by: 'address', what: 'mailed links to a new password' },
  emailCodes: { most: 3, seconds: HOUR, by: 'account', what: 'mailed codes for a new address' },
  emailCodesToAddress: {
    ...{ most: 5, seconds: HOUR, by: 'address' },
    what: 'mailed codes for a new address, from all accounts together',
  },
  emailCodeTries: {
    most: 5,
    seconds: 600,
    by: 'account',
    what: 'tries of one code for an address',
  },
  invitationsToAddress: {
    ...{ most: 5, seconds: HOUR, by: 'address' },
    what: 'invitations and reminders to one address, from all workspaces together',
  },
  invitationsByInviter: {
    ...{ most: 200, seconds: HOUR, by: 'account' },
    what: 'invitations and reminders sent by one person',
  },
  invitationsOfWorkspace: {
    ...{ most: 400, seconds: HOUR, by: 'workspace' },
    what: 'invitations and reminders sent from one workspace',
  },
  projectMembers: {
    ...{ most: 2_000, seconds: HOUR, by: 'account' },
    what: 'people added to projects, who are notified by email',
  },
  mailTests: {
    most: 10,
    seconds: 600,
    by: 'account',
    what: 'test mails of the administration area',
  },
  mailedCharts: { most: 20, seconds: HOUR, by: 'account', what: 'charts mailed to oneself' },
  pushTests: { most: 20, seconds: HOUR, by: 'account', what: 'test notifications to a device' },
  pushDevices: { most: 200, seconds: HOUR, by: 'account', what: 'devices added for notifications' },
  wrongTokens: {
    ...{ most: 600, seconds: MINUTE, by: 'network' },
    what: 'calls with an API token or metrics token that is not valid',
  },
  wrongLinks: {
    ...{ most: 60, seconds: MINUTE, by: 'network' },
    what: 'invitation links with a secret that is not valid',
  },
  publicWrites: {
    ...{ most: 60, seconds: MINUTE, by: 'account' },
    what: 'comments, votes and reactions on published boards',
  },
  aiRequests: { most: 30, seconds: MINUTE, by: 'account', what: 'questions to the language model' },
  aiRequestsOfWorkspace: {
    ...{ most: 1_000, seconds: HOUR, by: 'workspace' },
    what: 'questions to the language model',
  },
  exports: { most: 60, seconds: HOUR, by: 'account', what: 'exports' },
  imports: { most: 60, seconds: HOUR, by: 'account', what: 'uploaded import files' },
  webhookReplays: {
    ...{ most: 60, seconds: MINUTE, by: 'workspace' },
    what: 'webhook calls sent again by hand',
  },
  linkPreviews: { most: 120, seconds: MINUTE, by: 'account', what: 'links added to work items' },
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof limits

const spans: [number, string][] = [
  [DAY, 'day'],
  [HOUR, 'hour'],
  [MINUTE, 'minute'],
]

function nameSpan(seconds: number): string {
  const [unit, name] = spans.find(([length]) => seconds % length === 0) ?? [1, 'second']
  const count = seconds / unit
  return count === 1 ? `1 ${name}` : `${count} ${name}s`
}

/** The table of docs/operations.md; a test compares them. */
export const limitsAsTable = (): string =>
  [
    '| what | at most | in | counted by |',
    '|---|---|---|---|',
    ...Object.values<Limit>(limits).map(
      ({ what, most, seconds, by }) => `| ${what} | ${most} | ${nameSpan(seconds)} | ${by} |`,
    ),
  ].join('\n')
