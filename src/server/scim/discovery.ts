import { MAX_RESULTS } from './paging.ts'
import { GROUP_SCHEMA, locationOf, USER_SCHEMA } from './resources.ts'

type Place = Parameters<typeof locationOf>[0]

/** What this service supports (RFC 7643, 5). */
export const serviceProviderConfig = (at: Place) => ({
  schemas: ['urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig'],
  patch: { supported: true },
  bulk: { supported: false, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: MAX_RESULTS },
  changePassword: { supported: false },
  sort: { supported: false },
  etag: { supported: true },
  authenticationSchemes: [
    {
      type: 'oauthbearertoken',
      name: 'Provisioning token',
      description: 'A token of the organization in the header Authorization: Bearer <token>',
      primary: true,
    },
  ],
  meta: { resourceType: 'ServiceProviderConfig', location: locationOf(at, 'ServiceProviderConfig') },
})

/** The types of resources (RFC 7643, 6). */
export const resourceTypes = (at: Place) =>
  [
    { name: 'User', schema: USER_SCHEMA, description: 'Members of the organization' },
    { name: 'Group', schema: GROUP_SCHEMA, description: 'Teams of the organization' },
  ].map(({ name, schema, description }) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:ResourceType'],
    id: name,
    name,
    description,
    endpoint: `/${name}s`,
    schema,
    meta: { resourceType: 'ResourceType', location: locationOf(at, 'ResourceTypes', name) },
  }))

type AttributeOptions = {
  readonly type?: 'string' | 'boolean' | 'complex' | 'reference'
  readonly required?: boolean
  readonly multiValued?: boolean
  readonly uniqueness?: 'none' | 'server'
  readonly mutability?: 'readWrite' | 'readOnly'
  readonly subAttributes?: readonly unknown[]
}

const attribute = (name: string, description: string, options: AttributeOptions = {}) => ({
  name,
  type: options.type ?? 'string',
  multiValued: options.multiValued ?? false,
  description,
  required: options.required ?? false,
  caseExact: false,
  mutability: options.mutability ?? 'readWrite',
  returned: 'default',
  uniqueness: options.uniqueness ?? 'none',
  ...(options.subAttributes === undefined ? {} : { subAttributes: options.subAttributes }),
})

const userAttributes = [
  attribute('userName', 'Name at the identity provider, usually the email address', {
    required: true,
    uniqueness: 'server',
  }),
  attribute('name', 'Parts of the name', {
    type: 'complex',
    subAttributes: [
      attribute('formatted', 'Full name'),
      attribute('givenName', 'First name'),
      attribute('familyName', 'Last name'),
    ],
  }),
  attribute('displayName', 'Name that other members see'),
  attribute('emails', 'Email address of the account, in a verified domain', {
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute('value', 'Address'),
      attribute('type', 'work'),
      attribute('primary', 'Whether it is the address of the account', { type: 'boolean' }),
    ],
  }),
  attribute('active', 'Whether the member has access', { type: 'boolean' }),
  attribute('groups', 'Groups of the user', {
    type: 'complex',
    multiValued: true,
    mutability: 'readOnly',
    subAttributes: [
      attribute('value', 'Id of the group', { mutability: 'readOnly' }),
      attribute('$ref', 'URL of the group', { type: 'reference', mutability: 'readOnly' }),
      attribute('display', 'Name of the group', { mutability: 'readOnly' }),
      attribute('type', 'direct', { mutability: 'readOnly' }),
    ],
  }),
]

const groupAttributes = [
  attribute('displayName', 'Title of the team', { required: true }),
  attribute('members', 'Users in the team', {
    type: 'complex',
    multiValued: true,
    subAttributes: [
      attribute('value', 'Id of the user'),
      attribute('$ref', 'URL of the user', { type: 'reference' }),
      attribute('display', 'Name of the user'),
    ],
  }),
]

/** The attributes that are stored (RFC 7643, 7). Others are accepted and ignored. */
export const schemas = (at: Place) =>
  [
    {
      id: USER_SCHEMA,
      name: 'User',
      description: 'A member of the organization',
      attributes: userAttributes,
    },
    {
      id: GROUP_SCHEMA,
      name: 'Group',
      description: 'A team of the organization',
      attributes: groupAttributes,
    },
  ].map((schema) => ({
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:Schema'],
    ...schema,
    meta: { resourceType: 'Schema', location: locationOf(at, 'Schemas', schema.id) },
  }))
