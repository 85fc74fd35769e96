import type { AuditEvent, AuditTarget } from '#contract/audit-events.ts'
import { role } from '#contract/shared/values.ts'
import { isoDate } from '#dashboard/lib/dates.ts'
import { paths } from '#dashboard/lib/paths.ts'
import { roleNames } from '#dashboard/lib/role-labels.ts'

/** What things are called that acts are done to. */
export const targetNames: Readonly<Record<AuditTarget, string>> = {
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
  'openapi-spec': 'OpenAPI specification',
  site: 'Site',
  account: 'Account',
  token: 'API token',
}

/** Where something is that an act was done to; undefined when it has no address of its own. */
export function placeOf(
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
    case 'custom-field':
      return `${paths.customFields(organizationId)}?field=${encodeURIComponent(label ?? id)}`
    case 'openapi-spec':
      return label === undefined
        ? paths.openapi(organizationId)
        : `${paths.openapi(organizationId)}?spec=${label}`
    case 'site':
      return paths.siteOverview(organizationId, id)
    case 'change-request':
    case 'import':
    case 'comment':
    case 'token':
      return undefined
  }
}

/** How it came in. */
export const sourceNames: Readonly<Record<AuditEvent['source'], string>> = {
  ui: 'Dashboard',
  api: 'API token',
  script: 'Lectern itself',
}

/** Who did it, by the name they had then. */
export const actorName = ({ type, id, label }: AuditEvent['actor']): string =>
  type === 'system' ? 'Lectern' : (label ?? id)

/** What it was done to, by the name it had then. */
export const targetName = ({ type, label }: AuditEvent['target']): string => label || targetNames[type]

/** What members of objects are called where people read of them. */
const names: Readonly<Record<string, string>> = {
  adaptiveContent: 'Adaptive content',
  ai: 'AI features',
  basename: 'Address',
  browsers: 'Browsers',
  defaultContent: 'Default site',
  defaultLevel: 'Default access',
  defaultRole: 'Role of who joins',
  defaultSiteSection: 'Default section',
  defaultSiteSpace: 'Default space',
  disabled: 'Suspended',
  displayName: 'Name',
  editMode: 'Edits',
  emailDomains: 'E-mail domains',
  expiresAt: 'Works until',
  heir: 'Handed over to',
  hostname: 'Host name',
  icon: 'Picture',
  invite: 'Through the invite link',
  inviteLinks: 'Invite links',
  label: 'Name',
  level: 'Role',
  logo: 'Logo',
  parent: 'In',
  photoURL: 'Picture',
  position: 'Place',
  readOnly: 'Read only',
  siteSpaces: 'Spaces',
  sso: 'Single sign-on only',
  useCase: 'Use',
}

/** `defaultLevel` is “Default access”; what has no name of its own is written as it is spelled: `siteId`, “Site id”. */
export function memberName(name: string): string {
  const spaced = name.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return names[name] ?? spaced.charAt(0).toUpperCase() + spaced.slice(1)
}

/** Something that an id stands for. */
export type Named = {
  readonly kind: 'user' | 'team' | 'space' | 'collection' | 'site' | 'organization'
  readonly id: string
}

/** A value of the log in words, or what it names. */
export type Said = { readonly text: string } | { readonly named: Named } | { readonly list: readonly Line[] }
/** One entry of a list: a person and their role. */
type Line = { readonly of: Said; readonly is: string | undefined }

const kinds: Readonly<Record<string, Named['kind']>> = {
  user: 'user',
  heir: 'user',
  team: 'team',
  space: 'space',
  collection: 'collection',
  parent: 'collection',
  site: 'site',
  organization: 'organization',
}
const many: Readonly<Record<string, Named['kind']>> = {
  users: 'user',
  members: 'user',
  teams: 'team',
  spaces: 'space',
}

/** How one side of an event reads: `name` is the member, `value` what it was or became. */
export function saidValue(name: string, value: unknown): Said {
  if (value === null || value === undefined || value === '') return { text: nothing[name] ?? 'nothing' }
  if (typeof value === 'boolean') return { text: value ? 'yes' : 'no' }
  if (typeof value === 'number') return { text: value.toLocaleString('en') }
  if (typeof value === 'string') return saidText(name, value)
  if (Array.isArray(value)) return saidList(name, value)
  return saidObject(name, value)
}

const nothing: Readonly<Record<string, string>> = {
  parent: 'the top of the library',
  defaultLevel: 'named people only',
  role: 'none',
  defaultRole: 'guest',
}

const words: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  defaultLevel: { inherit: 'as what is above it' },
  editMode: { live: 'live', locked: 'locked' },
}

function saidText(name: string, value: string): Said {
  const kind = kinds[name]
  if (kind) return { named: { kind, id: value } }
  const word = words[name]?.[value]
  if (word) return { text: word }
  const known = role.safeParse(value)
  const isRole = ['role', 'level', 'defaultRole', 'defaultLevel'].includes(name)
  return { text: isRole && known.success ? roleNames[known.data] : value }
}

function saidList(name: string, values: readonly unknown[]): Said {
  if (values.length === 0) return { text: 'none' }
  const kind = many[name]
  if (kind && values.every((one) => typeof one === 'string')) {
    return { list: values.map((id) => ({ of: { named: { kind, id } }, is: undefined })) }
  }
  if (values.every((one) => typeof one !== 'object')) return { text: values.join(', ') }
  return { list: values.map((one) => ({ of: saidEntry(one), is: undefined })) }
}

/** Roles by person or team; a place; else each member for itself. */
function saidObject(name: string, value: object): Said {
  const kind = many[name]
  const entries = Object.entries(value)
  if (kind) {
    return { list: entries.map(([id, is]) => ({ of: { named: { kind, id } }, is: roleWord(is) })) }
  }
  if (name === 'position') return saidPlace(value)
  const [only] = entries.filter(([key]) => key !== 'type')
  if (only && entries.length <= 2) return saidValue(only[0], only[1])
  return { text: entries.map(([key, one]) => `${key}: ${plain(one)}`).join(', ') }
}

const roleWord = (value: unknown): string => {
  const known = role.safeParse(value)
  if (known.success) return roleNames[known.data]
  return value === null ? 'none' : plain(value)
}

/** Beside which neighbour something stands. */
function saidPlace(value: object): Said {
  const [side, neighbour] = Object.entries(value)[0] ?? []
  if (side === undefined) return { text: 'alone' }
  const of = saidEntry(neighbour)
  return { list: [{ of, is: side === 'after' ? 'stands before it' : 'stands after it' }] }
}

function saidEntry(value: unknown): Said {
  if (typeof value !== 'object' || value === null) return { text: plain(value) }
  for (const [key, kind] of Object.entries(kinds)) {
    const id: unknown = Reflect.get(value, key)
    if (typeof id === 'string') return { named: { kind, id } }
  }
  const title: unknown = Reflect.get(value, 'title')
  return { text: typeof title === 'string' ? title : plain(value) }
}

const plain = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const daysBefore = (at: Date, days: number): Date =>
  new Date(at.getFullYear(), at.getMonth(), at.getDate() - days)

/** Spans that people ask for most, each until now. */
export const presets = (now: Date): readonly { label: string; from: string }[] => [
  { label: 'Today', from: isoDate(now) },
  { label: 'Last 7 days', from: isoDate(daysBefore(now, 6)) },
  { label: 'Last 30 days', from: isoDate(daysBefore(now, 29)) },
]

const said = (day: string): string =>
  new Date(`${day}T00:00:00`).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric' })

/** A span in words: `since 1 Nov 2026`, `1 Nov 2026 to 3 Nov 2026`; undefined without one. */
export function daysInWords(from: string | undefined, to: string | undefined): string | undefined {
  if (from !== undefined && from === to) return said(from)
  if (from !== undefined && to !== undefined) return `${said(from)} to ${said(to)}`
  if (from !== undefined) return `since ${said(from)}`
  return to === undefined ? undefined : `until ${said(to)}`
}
