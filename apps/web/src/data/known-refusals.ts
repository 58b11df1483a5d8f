import { type TextKey, t } from './i18n.ts'
import type { Refusal } from './refusals.ts'

/** Server messages that clients depend on, without the full stop, and the texts users see. */
const sentences: Partial<Record<TextKey, readonly string[]>> = {
  'refusals.permission': [
    "You don't have the required permissions",
    'You do not have permission to perform this action',
    'You are not allowed to view this issue',
    'You are not allowed to view this page',
    'You are not allowed to comment on the issue',
    'You cannot edit intake issues',
    'You cannot delete intake issue',
    'You do not have permission to join the workspace',
  ],
  'refusals.missing': [
    'The required object does not exist',
    'Page not found',
    'Member not found',
    'Dashboard not found',
    'Widget not found',
    'Work item not found',
    'Issue not found',
    'Project not found',
    'Project does not exist',
    'Workspace not found',
    'Module not found',
    'Intake not found',
    'Quick link not found',
    'Asset not found',
    'The requested asset could not be found',
    'Requested resource could not be found',
    'Preference not found',
  ],
  'refusals.unexpected': [
    'Something went wrong please try again later',
    'An internal error has occurred',
    'The payload is not valid',
    'Please provide valid detail',
    'The required key does not exist',
    'Failed to generate verification code. Please try again',
    'The id is already in use',
  ],
  'refusals.signed_out': ['Authentication credentials were not provided'],
  'refusals.required': [
    'This field may not be blank',
    'This field is required',
    'Name is required',
    'Email is required',
    'Emails are required',
    'Receiver email is required',
    'Verification code is required',
  ],
  'refusals.date_order': [
    'Start date cannot exceed target date',
    'Start date cannot exceed end date',
    'The due date is before the start date',
  ],
  'refusals.both_dates': [
    'Both start date and end date are either required or are to be null',
    'Start date and end date both are required',
    'Cycle has no start or end date',
  ],
  'refusals.own_role': ['You cannot update your own role'],
  'refusals.higher_role': ['You cannot invite a user with higher role'],
  'refusals.last_admin': ['A project needs at least one admin'],
  'refusals.last_instance_admin': ['At least one instance admin is required'],
  'refusals.already_members': ['Some users are already member of workspace'],
  'refusals.choose_member': ['Atleast one member is required'],
  'refusals.url_taken': [
    'URL already exists',
    'URL already exists for this Issue',
    'URL already exists for the workspace',
    'URL already exists for this workspace and owner',
  ],
  'refusals.url_wrong': [
    'Invalid URL format',
    'Enter a valid URL',
    'Invalid URL: No hostname found',
    'Invalid schema. Only HTTP and HTTPS are allowed',
  ],
  'refusals.url_private': [
    'URL resolves to a blocked IP address',
    'Local URLs are not allowed',
    'URL domain or its subdomain is not allowed',
  ],
  'refusals.url_unknown': [
    'Hostname could not be resolved',
    'No IP addresses found for the hostname',
  ],
  'refusals.url_password': ['The URL must not contain a user name or password'],
  'refusals.file_empty': ['The file is empty'],
  'refusals.file_type': [
    'Invalid file type',
    'Invalid file type. Only JPEG, PNG, WebP, JPG and GIF files are allowed',
    'The content of the file is not what its type says',
  ],
  'refusals.file_not_uploaded': ['The asset is not uploaded'],
  'refusals.file_expired': ['The file is no longer kept. Upload it again'],
  'refusals.too_large': [
    'The request is too large',
    'The page is too long',
    'The description is too long',
  ],
  'refusals.module_taken': ['Module with this name already exists'],
  'refusals.label_taken': ['Label with the same name already exists in the project'],
  'refusals.state_taken': ['The state name is already taken'],
  'refusals.type_taken': ['A type with this name already exists'],
  'refusals.property_taken': ['A property with this name already exists'],
  'refusals.option_taken': ['An option with this name already exists'],
  'refusals.teamspace_taken': ['The teamspace name is already taken'],
  'refusals.project_taken': ['The project name is already taken'],
  'refusals.project_id_taken': ['The project identifier is already taken'],
  'refusals.workspace_taken': [
    'The workspace with the slug already exists',
    'Workspace with this slug already exists',
    'Slug is not valid',
  ],
  'refusals.folder_taken': ['Folder already exists'],
  'refusals.no_url_in_name': [
    'Name must not contain URLs',
    'Name cannot contain a URL',
    'First name cannot contain a URL',
    'Last name cannot contain a URL',
  ],
  'refusals.cycle_over': [
    'The Cycle has already been completed so it cannot be edited',
    'The Cycle has already been completed so no new issues can be added',
    'The cycle where the issues are transferred is already completed',
  ],
  'refusals.cycle_overlap': [
    'You have a cycle already on the given dates, if you want to create a draft cycle you can do that by removing dates',
  ],
  'refusals.cycle_running': ['Only completed cycles can be archived'],
  'refusals.transfer_running': ['Issues can be transferred only from a completed cycle'],
  'refusals.module_open': ['Only completed or cancelled modules can be archived'],
  'refusals.item_open': ['Can only archive completed or cancelled state group issue'],
  'refusals.archived': [
    'Archived projects cannot be updated',
    'Archived page cannot be published',
    'Archived page cannot be moved',
    'Archived module cannot be updated',
    'Archived cycle cannot be updated',
  ],
  'refusals.page_locked': ['Page is locked'],
  'refusals.page_not_archived': ['The page should be archived before deleting'],
  'refusals.owner_only': [
    'Only the owner or admin can archive the page',
    'Only the owner or admin can un archive the page',
    'Only the owner of the view can update the view',
    'Only admin or owner can delete the view',
    'Only admin or owner can delete the page',
    'Only admin or owner can delete the cycle',
    'Access cannot be updated since this page is owned by someone else',
  ],
  'refusals.publish_admins': ['Only admins of this project can publish it'],
  'refusals.state_used': ['The state is not empty, only empty states can be deleted'],
  'refusals.state_default': ['Default state cannot be deleted'],
  'refusals.estimate_exists': ['An estimate already exists for this project'],
  'refusals.no_parent_epic': ['Only work items without a parent can be converted to an epic'],
  'refusals.not_movable': ['The work item cannot be moved to this project'],
  'refusals.workspace_closed': ['Workspace creation is not allowed'],
  'refusals.responded': ['You have already responded to the invitation request'],
  'refusals.wrong_password': ['Old password is not correct'],
  'refusals.not_enabled': [
    'Votes are not enabled for this project board',
    'Reactions are not enabled for this project board',
    'Reactions are not enabled for this board',
    'Comments are not enabled for this project',
    'Activity is not enabled for this project board',
    'Intake is not enabled for this Project Board',
  ],
  'refusals.unpublished': [
    'View is not published',
    'Page is not published',
    'Project is not published',
    'Invalid anchor',
  ],
  'refusals.email_taken': ['An account with this email already exists'],
  'refusals.email_wrong': ['Invalid email format', 'Enter a valid email address'],
  'refusals.email_same': ['New email must be different from current email'],
  'refusals.code_wrong': [
    'Verification code has expired or is invalid',
    'Invalid verification code',
  ],
  'refusals.password_set': [
    'Your password is already set please change your password from profile',
  ],
  'refusals.ai_off': ['LLM provider API key and model are required'],
  'refusals.only_admin': [
    'You cannot deactivate account as you are the only admin in some workspaces',
  ],
  'refusals.leave_as_only_admin': [
    'You cannot leave the workspace as you are the only admin of the workspace you will have to either delete the workspace or promote another user to admin',
  ],
  'refusals.leave_project_as_only_admin': [
    'You cannot leave the project as your the only admin of the project you will have to either delete the project or create an another admin',
  ],
  'refusals.only_project_admin': [
    'You cannot deactivate account as you are the only admin in some projects',
    'You are a part of some projects where you are the only admin, you should either leave the project or promote another user to admin',
  ],
  'refusals.their_only_project_admin': [
    'User is a part of some projects where they are the only admin, they should either leave that project or promote another user to admin',
  ],
  'refusals.role_above_workspace': [
    'You cannot add a user with role higher than the workspace role',
  ],
  'refusals.estimate_points': [
    'Estimate must have between 2 and 6 points',
    'Estimate points are required',
  ],
  'refusals.import_names': ['Choose the column with the names'],
  'refusals.import_run': ['This import was run already'],
  'refusals.import_undone': ['Only an import that was run can be undone, and only once'],
  'refusals.admin_unverified': [
    'The email address of this account is not verified. Its owner has to sign in by a mailed code, or by a provider, first',
  ],
  'refusals.bytes_wrong': ['A limit is a number of bytes, or 0 for none'],
  'refusals.backup_running': ['A backup is already running'],
  'refusals.not_set_up': ['This instance is already set up'],
  'refusals.backup_missing': ['There is no such backup'],
  'refusals.backup_foreign': ['This file is not a backup of Cairn'],
  'refusals.backup_damaged': ['The backup is damaged or incomplete'],
  'refusals.backup_newer': ['The backup was made by a newer version of Cairn'],
  'refusals.backup_encrypted': ['This backup is encrypted. Enter its passphrase'],
  'refusals.backup_passphrase': ['The backup was encrypted with another passphrase'],
  'refusals.backup_restoring': ['A backup is already being restored'],
  'refusals.folder_absolute': ['The folder must be an absolute path'],
  'refusals.folder_missing': ['There is no such folder on the server'],
  'refusals.folder_not_writable': ['The server cannot write to this folder'],
  'refusals.folder_inside_data': [
    'The folder must not be inside the folders of files or of the database',
  ],
  'refusals.folder_full': ['There is no space left in this folder'],
  'refusals.bucket_missing': ['No bucket is configured on this server'],
  'refusals.port_wrong': ['A port is a number from 1 to 65535'],
  'refusals.last_way_in': ['At least one way to sign in has to stay on'],
  'refusals.instance_admin_stays': [
    'An instance admin cannot be deactivated',
    'You cannot deactivate your account since you are an instance admin',
  ],
  'refusals.deactivated': ['This account is deactivated'],
  'refusals.smtp_header': ['Invalid email header'],
  'refusals.smtp_login': ['Invalid credentials provided'],
  'refusals.smtp_refused': ['Could not connect with the SMTP server'],
  'refusals.smtp_from': ['From address is invalid'],
  'refusals.smtp_to': ['All recipient addresses were refused'],
  'refusals.smtp_late': ['Timeout error while trying to connect to the SMTP server'],
  'refusals.smtp_unreachable': ['Network connection error. Please check your internet connection'],
  'refusals.smtp_cut': ['SMTP server disconnected unexpectedly'],
  'refusals.smtp_failed': ['Could not send email. Please check your configuration'],
  'refusals.intake_default': ['You cannot delete the default intake'],
  'refusals.github_off': [
    'No GitHub app is configured. Ask whoever runs this instance to name one',
  ],
  'refusals.invitation_open': ['Workspace Invitation was not accepted'],
  'refusals.epic_in_module': ['Epics cannot be added to modules'],
  'refusals.page_archived_parent': ['An archived page takes no sub-pages'],
  'refusals.page_private_parent': ['Only your own pages can stand in a private page'],
  'refusals.page_private_child': ['A sub-page of a private page stays private'],
  'refusals.publish_layout': ['Please select at least one view layout to publish the project'],
  'refusals.view_locked': ['view is locked'],
  'refusals.epic_type': [
    'The type of epics cannot be switched off or be the default',
    'The type of epics cannot be deleted',
  ],
  'refusals.type_off': ['A type that is switched off cannot be the default'],
  'refusals.type_used': ['The type is in use. Name another one for its work items'],
  'refusals.too_many_items': ['Too many issues'],
  'refusals.date_wrong': ['Date has wrong format. Use one of these formats instead: YYYY-MM-DD'],
}

/** The same for messages with a number or a name. */
const patterns: readonly (readonly [RegExp, TextKey])[] = [
  [/^Ensure this field has no more than (\d+) characters$/, 'refusals.too_long'],
  [/^Ensure this field has no more than (\d+) elements$/, 'refusals.list_full'],
  [/^(?:A|An) (?:dashboard|estimate|project) has (?:at most )?(\d+) /, 'refusals.list_full'],
  [/^Pages can be nested at most (\d+) levels deep$/, 'refusals.page_too_deep'],
  [
    /^The file is larger than the (\d+) bytes that may be uploaded here$/,
    'refusals.file_too_large',
  ],
  [/^Two columns are chosen as (.+)$/, 'refusals.import_twice'],
  [/^This work item is already \w+$/, 'refusals.intake_decided'],
  [/^Invalid email - /, 'refusals.email_wrong'],
]

const known: ReadonlyMap<string, TextKey> = new Map(
  Object.entries(sentences).flatMap(([key, all]) => all.map((one) => [one, key as TextKey])),
)

/** Messages about fields, ids and formats are for developers. */
const isForPrograms = (said: string) =>
  /_|\bpk\b|\bobject\b|payload|JSON|parameter|dictionary|list of items|valid choice|Ensure this value|external id|\bvalid (?:string|boolean|integer|number)\b|IDs?\b are required|CSRF|media type/.test(
    said,
  )

/** Text for responses with an unknown message, by status. */
const byStatus: ReadonlyMap<number, TextKey> = new Map([
  [401, 'refusals.signed_out'],
  [403, 'refusals.permission'],
  [404, 'refusals.missing'],
  [413, 'refusals.too_large'],
  [429, 'refusals.too_often'],
])

function knownSentence(said: string): string | undefined {
  const plain = said.replace(/\.$/, '')
  const key = known.get(plain)
  if (key) return t(key)
  for (const [pattern, text] of patterns) {
    const value = pattern.exec(plain)?.[1]
    if (pattern.test(plain)) return t(text, { value })
  }
  return undefined
}

export function knownMessage(said: string, status: number): Refusal {
  const sentence = knownSentence(said)
  if (sentence) return { sentence }
  if (isForPrograms(said)) return {}
  // The server's logs have more details of 5xx errors.
  if (status >= 500) return {}
  return { sentence: t(byStatus.get(status) ?? 'errors.refused'), said }
}
