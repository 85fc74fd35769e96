import type { AuditEvent, AuditTarget } from '#contract/audit-events.ts'
import { role } from '#contract/shared/values.ts'
import { paths } from '../../lib/paths.ts'
import { withoutFormatting } from '../../lib/plain-text.ts'
import { roleNames } from '../../lib/role-labels.ts'
import { readLoggedRule } from './merge-rules.ts'

export const targetLabels: Readonly<Record<AuditTarget, string>> = {
  organization: 'Organization',
  member: 'Member',
  invite: 'Invite link',
  team: 'Team',
  collection: 'Collection',
  space: 'Space',
  'change-request': 'Change request',
  import: 'Import',
  comment: 'Comment',
  'custom-field': 'Custom field',
  'translation-settings': 'Translation settings',
  domain: 'Domain',
  'openapi-spec': 'OpenAPI specification',
  'sso-provider': 'Sign-in provider',
  site: 'Site',
  account: 'Account',
  token: 'API token',
  'scim-token': 'Provisioning token',
  webhook: 'Webhook',
}

/** The dashboard path of a target, or undefined if it has no page. */
export function targetPath(
  organizationId: string,
  { type, id, label }: AuditEvent['target'],
): string | undefined {
  switch (type) {
    case 'organization':
      return paths.general(id)
    case 'member':
    case 'account':
      return paths.member(organizationId, id)
    case 'invite':
      return paths.invites(organizationId)
    case 'team':
      return paths.team(organizationId, id)
    case 'collection':
      return paths.collection(organizationId, id)
    case 'space':
      return paths.space(id)
    case 'domain':
      return paths.domains(organizationId)
    case 'scim-token':
      return paths.provisioning(organizationId)
    case 'webhook':
      return paths.webhooks(organizationId)
    case 'custom-field':
      return `${paths.customFields(organizationId)}?field=${encodeURIComponent(label ?? id)}`
    case 'translation-settings':
      return paths.translationSettings(organizationId)
    case 'openapi-spec':
      return label === undefined
        ? paths.openapi(organizationId)
        : `${paths.openapi(organizationId)}?spec=${label}`
    case 'site':
      return paths.siteOverview(organizationId, id)
    case 'sso-provider':
      return `${paths.singleSignOn(organizationId)}?provider=${id}`
    case 'change-request':
    case 'import':
    case 'comment':
    case 'token':
      return undefined
  }
}

export const sourceLabels: Readonly<Record<AuditEvent['source'], string>> = {
  ui: 'Dashboard',
  api: 'API token',
  script: 'Lectern itself',
  integration: 'Integration',
}

/** The actor by the name they had at the time. */
export const actorName = ({ type, id, label }: AuditEvent['actor']): string =>
  type === 'system' ? 'Lectern' : (label ?? id)

/** The target by the title it had at the time. */
export const targetName = ({ type, label }: AuditEvent['target']): string => label || targetLabels[type]

/** Labels of fields. */
const fieldLabels: Readonly<Record<string, string>> = {
  adaptiveContent: 'Adaptive content',
  ai: 'AI features',
  basename: 'Address',
  browsers: 'Browsers',
  bypassReason: 'Reason to merge without meeting the rules',
  defaultContent: 'Default site',
  defaultLevel: 'Default access',
  defaultRole: 'Default role',
  defaultSiteSection: 'Default section',
  defaultSiteSpace: 'Default space',
  disabled: 'Suspended',
  displayName: 'Name',
  editMode: 'Edits',
  emailDomains: 'Email domains',
  expiresAt: 'Expires',
  successor: 'Transferred to',
  hostname: 'Hostname',
  dueOn: 'Review date',
  icon: 'Picture',
  interval: 'Months between reviews',
  invite: 'Through the invite link',
  inviteLinks: 'Invite links',
  label: 'Name',
  level: 'Role',
  logo: 'Logo',
  parent: 'Location',
  photoURL: 'Picture',
  mergedWhenReady: 'Merged when ready',
  position: 'Position',
  queued: 'Merges when ready',
  readOnly: 'Read only',
  requestedReviewers: 'Reviewers',
  requestedTeams: 'Reviewing teams',
  siteSpaces: 'Spaces',
  sso: 'Single sign-on required',
  useCase: 'Use',
}

/** `defaultLevel` is “Default access”. Fields without a label show their name: `siteId` is “Site id”. */
export function fieldLabel(name: string): string {
  const spaced = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return fieldLabels[name] ?? spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

/** An entity that an id refers to. */
export type EntityRef = {
  readonly kind: 'user' | 'team' | 'space' | 'collection' | 'site' | 'organization'
  readonly id: string
}

/** A logged value as text, as an entity or as a list. */
export type FormattedValue =
  | { readonly text: string }
  | { readonly entity: EntityRef }
  | { readonly list: readonly Line[] }
/** One entry of a list, such as a person with their role. */
type Line = { readonly value: FormattedValue; readonly detail: string | undefined }

const entityKindByField: Readonly<Record<string, EntityRef['kind']>> = {
  user: 'user',
  owner: 'user',
  successor: 'user',
  team: 'team',
  space: 'space',
  collection: 'collection',
  parent: 'collection',
  site: 'site',
  organization: 'organization',
}
const entityKindByListField: Readonly<Record<string, EntityRef['kind']>> = {
  users: 'user',
  fields: 'user',
  requestedReviewers: 'user',
  teams: 'team',
  requestedTeams: 'team',
  spaces: 'space',
}

/** Formats one value of an event for display. */
export function formatValue(name: string, value: unknown): FormattedValue {
  if (value === null || value === undefined || value === '') return { text: emptyLabels[name] ?? 'nothing' }
  if (typeof value === 'boolean') return { text: value ? 'yes' : 'no' }
  if (typeof value === 'number') return { text: value.toLocaleString('en') }
  if (typeof value === 'string') return formatText(name, value)
  if (Array.isArray(value)) return formatList(name, value)
  return formatObject(name, value)
}

const emptyLabels: Readonly<Record<string, string>> = {
  parent: 'the top level of the library',
  defaultLevel: 'named people only',
  role: 'none',
  defaultRole: 'guest',
}

const valueLabels: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  defaultLevel: { inherit: 'inherited' },
  editMode: { live: 'live', locked: 'locked' },
  conditionalContent: {
    undecided: 'no, and conditional content is undecided',
    hidden: 'no, and conditional content is hidden',
    everyone: 'no, and conditional content is shown to everyone',
  },
}

function formatText(name: string, value: string): FormattedValue {
  if (name === 'markdown') return { text: withoutFormatting(value) }
  const kind = entityKindByField[name]
  if (kind) return { entity: { kind, id: value } }
  const label = valueLabels[name]?.[value]
  if (label) return { text: label }
  const parsed = role.safeParse(value)
  const isRole = ['role', 'level', 'defaultRole', 'defaultLevel'].includes(name)
  return { text: isRole && parsed.success ? roleNames[parsed.data] : value }
}

function formatList(name: string, values: readonly unknown[]): FormattedValue {
  if (values.length === 0) return { text: 'none' }
  if (name === 'mergeRules') return { list: values.flatMap(formatRule) }
  const kind = entityKindByListField[name]
  if (kind && values.every((entry) => typeof entry === 'string')) {
    return { list: values.map((id) => ({ value: { entity: { kind, id } }, detail: undefined })) }
  }
  if (values.every((entry) => typeof entry !== 'object')) return { text: values.join(', ') }
  return { list: values.map((entry) => ({ value: formatEntry(entry), detail: undefined })) }
}

/** A merge rule, followed by the people and teams that it names. */
function formatRule(logged: unknown): Line[] {
  const { text, detail, named } = readLoggedRule(logged)
  const list = named.map((entity) => ({ value: { entity }, detail: undefined }))
  return [{ value: { text }, detail }, ...(list.length > 0 ? [{ value: { list }, detail: undefined }] : [])]
}

/** Roles by person or team, a position, or else every field on its own. */
function formatObject(name: string, value: object): FormattedValue {
  const kind = entityKindByListField[name]
  const entries = Object.entries(value)
  if (kind) {
    return {
      list: entries.map(([id, detail]) => ({ value: { entity: { kind, id } }, detail: roleLabel(detail) })),
    }
  }
  if (name === 'position') return formatPosition(value)
  if (name === 'adaptiveContent' && 'conditionalContent' in value)
    return formatValue('conditionalContent', value.conditionalContent)
  const [onlyEntry] = entries.filter(([key]) => key !== 'type')
  if (onlyEntry && entries.length <= 2) return formatValue(onlyEntry[0], onlyEntry[1])
  return { text: entries.map(([key, entry]) => `${key}: ${plainText(entry)}`).join(', ') }
}

const roleLabel = (value: unknown): string => {
  const parsed = role.safeParse(value)
  if (parsed.success) return roleNames[parsed.data]
  return value === null ? 'none' : plainText(value)
}

/** The neighbor of a position. */
function formatPosition(value: object): FormattedValue {
  const [side, neighbor] = Object.entries(value)[0] ?? []
  if (side === undefined) return { text: 'the only item' }
  const entry = formatEntry(neighbor)
  return { list: [{ value: entry, detail: side === 'after' ? 'comes before it' : 'comes after it' }] }
}

function formatEntry(value: unknown): FormattedValue {
  if (typeof value !== 'object' || value === null) return { text: plainText(value) }
  for (const [key, kind] of Object.entries(entityKindByField)) {
    const id: unknown = Reflect.get(value, key)
    if (typeof id === 'string') return { entity: { kind, id } }
  }
  const title: unknown = Reflect.get(value, 'title')
  return { text: typeof title === 'string' ? title : plainText(value) }
}

const plainText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
