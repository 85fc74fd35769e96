import type { SamlSubject } from './check-response.ts'

const CLAIMS = 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims'
const MICROSOFT = 'http://schemas.microsoft.com'

/** Names of attributes, from the most to the least exact. They are compared in lower case. */
const NAMES = {
  email: ['email', 'mail', 'emailaddress', `${CLAIMS}/emailaddress`, 'urn:oid:0.9.2342.19200300.100.1.3'],
  displayName: [
    'displayname',
    `${MICROSOFT}/identity/claims/displayname`,
    'urn:oid:2.16.840.1.113730.3.1.241',
    'fullname',
    'cn',
    'urn:oid:2.5.4.3',
  ],
  firstName: ['givenname', 'firstname', 'first_name', `${CLAIMS}/givenname`, 'urn:oid:2.5.4.42'],
  lastName: ['surname', 'lastname', 'last_name', 'sn', `${CLAIMS}/surname`, 'urn:oid:2.5.4.4'],
  // Often a login name, so the two above come first.
  name: ['name', `${CLAIMS}/name`],
  photo: ['picture', 'photo', 'photourl', 'photo_url', 'avatar', 'avatarurl'],
  groups: [
    'groups',
    'group',
    'memberof',
    'http://schemas.xmlsoap.org/claims/group',
    `${MICROSOFT}/ws/2008/06/identity/claims/groups`,
  ],
} as const

/** What the attributes say about a person, as far as providers agree on names. */
export function mappedAttributes({ nameId, attributes }: SamlSubject) {
  const values = new Map(Object.entries(attributes).map(([name, texts]) => [name.toLowerCase(), texts]))
  const all = (names: readonly string[]) =>
    names.map((name) => values.get(name)).find((texts) => texts?.length) ?? []
  const first = (names: readonly string[]) => all(names).find((text) => text !== '')
  const names = [first(NAMES.firstName), first(NAMES.lastName)].filter((part) => part !== undefined)
  return {
    email: first(NAMES.email) ?? (nameId.includes('@') ? nameId : undefined),
    displayName: first(NAMES.displayName) ?? (names.join(' ') || first(NAMES.name)),
    photoUrl: first(NAMES.photo),
    groups: all(NAMES.groups),
  }
}
