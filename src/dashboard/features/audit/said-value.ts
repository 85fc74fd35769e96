import { role } from '#contract/shared/values.ts'
import { roleNames } from '../../lib/role-words.ts'

/** Something that an id stands for. */
export type Named = {
  readonly kind: 'user' | 'team' | 'space' | 'collection' | 'site' | 'organization'
  readonly id: string
}

/** A value of the log in words, or what it names. */
export type Said = { readonly text: string } | { readonly named: Named } | { readonly list: readonly Line[] }
/** One entry of a list: a person and their role. */
export type Line = { readonly of: Said; readonly is: string | undefined }

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
