import { api } from '#contract/api.ts'
import { newId } from '#server/ids.ts'
import type { Person, TestApp } from './app.ts'

export type ScimResponse = {
  readonly status: number
  readonly headers: Record<string, string>
  /** Undefined for 204. */
  readonly body: ScimBody
}

/** The JSON of a SCIM response as far as tests read it. */
export type ScimBody = {
  readonly [name: string]: unknown
  readonly id: string
  readonly userName?: string
  readonly displayName?: string
  readonly active?: boolean
  readonly detail?: string
  readonly scimType?: string
  readonly totalResults?: number
  readonly Resources?: readonly ScimBody[]
  readonly members?: readonly { readonly value: string; readonly display?: string }[]
  readonly meta?: { readonly version: string; readonly location: string }
}

export type ScimClient = {
  readonly organizationId: string
  readonly admin: Person
  readonly token: string
  readonly tokenId: string
  /** A domain that the organization has verified. */
  readonly domain: string
  readonly send: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<ScimResponse>
}

/** An organization with a verified domain, and its identity provider. */
export async function aScimClient(app: TestApp): Promise<ScimClient> {
  const { organizationId, admin } = await app.anOrganization()
  const domain = `${newId().toLowerCase()}.example`
  await verifyDomain(app, organizationId, domain)
  const { id: tokenId, token } = await app.as(admin)(api.scimTokens.create, {
    params: { organizationId },
    body: { label: 'Directory' },
  })
  return {
    organizationId,
    admin,
    token,
    tokenId,
    domain,
    async send(method, path, body, headers = {}) {
      const response = await app.send({
        method,
        url: `/scim/v2/${organizationId}${path}`,
        token,
        headers: {
          ...(body === undefined ? {} : { 'content-type': 'application/scim+json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      })
      return { status: response.status, headers: response.headers, body: response.json() as ScimBody }
    },
  }
}

/** Marks a domain as verified, as the DNS check does. */
export const verifyDomain = async (
  { db }: TestApp,
  organizationId: string,
  domain: string,
): Promise<void> => {
  const now = new Date()
  await db
    .insertInto('verified_domain')
    .values({
      organization_id: organizationId,
      domain,
      record_token: newId(),
      created_at: now,
      verified_at: now,
      verified_by: 'dns',
    })
    .execute()
}

export const userSchema = 'urn:ietf:params:scim:schemas:core:2.0:User'
export const groupSchema = 'urn:ietf:params:scim:schemas:core:2.0:Group'
export const patchSchema = 'urn:ietf:params:scim:api:messages:2.0:PatchOp'

export const patchOf = (...Operations: readonly unknown[]) => ({ schemas: [patchSchema], Operations })
