import type { z } from 'zod'
import type { Permission } from './shared/permissions.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** Status codes of successful responses; 204 and 205 have no body. */
export type SuccessStatus = 200 | 201 | 204 | 205

/** Who an operation is for: the public API (mounted below `/v1`), or the dashboard alone (below `/auth`). */
export type Surface = 'public' | 'dashboard'

/**
 * One operation as plain data. Validation, mounting, the typed client, the OpenAPI document and forms are derived
 * from it.
 */
export type Route = {
  /** Operation id, unique over the whole contract: verb and noun, `moveSiteSection`. */
  readonly id: string
  readonly method: Method
  /** Path below its surface, with `:name` parameters: `/spaces/:spaceId`. A last parameter `*name` matches the remaining path. */
  readonly path: string
  /** `public` unless set. */
  readonly surface?: Surface
  /** One sentence: what the operation does, and what it returns in special cases. */
  readonly summary: string
  /** Longer text for the API reference. */
  readonly description?: string
  /** What the caller must be allowed to do with the object in the path. */
  readonly permission: Permission
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /** A request without a body is treated as `{}`. */
  readonly bodyOptional?: boolean
  /** Size limit of the body in bytes; 1 MiB unless set. */
  readonly bodyLimit?: number
  /** The media type of a body that is not JSON (file uploads). */
  readonly bodyType?: 'multipart/form-data' | 'application/octet-stream' | 'application/zip'
  readonly status: SuccessStatus
  /** Schema of the response; absent for 204 and 205. */
  readonly response?: z.ZodType
  /** The operation honors `If-Match` with the version of the object in the path. */
  readonly versioned?: boolean
  /** A POST that changes nothing, so that read-only tokens may call it. */
  readonly readOnly?: boolean
  /** The operation also accepts a space in the trash, for callers who may restore it. */
  readonly includesTrash?: boolean
  /** The response contains a secret that is shown once, so it is not stored for idempotent retries. */
  readonly secret?: boolean
  /** The media type of a streamed response that is not JSON. */
  readonly responseType?: 'application/zip'
  /** The response is a stream of server-sent events. */
  readonly stream?: boolean
}

export type Routes = Readonly<Record<string, Route>>

export type Resource<R extends Routes> = R & { readonly [resourceName]: string }

/** The name of a resource: the first part of its query keys, and its tag in the OpenAPI document. */
const resourceName: unique symbol = Symbol('resourceName')

const resourceNames = new WeakMap<Route, string>()

/** Groups routes under a name, which `resourceNameOf(route)` returns. */
export function resource<const R extends Routes>(name: string, routes: R): Resource<R> {
  for (const route of Object.values(routes)) resourceNames.set(route, name)
  return Object.assign({ ...routes }, { [resourceName]: name })
}

/** The resource a route belongs to, such as `siteSections`. */
export const resourceNameOf = (route: Route): string => resourceNames.get(route) ?? route.id

type Schema<R, K extends string> = R extends { readonly [P in K]: infer S extends z.ZodType } ? S : never
type Part<R, K extends 'params' | 'query' | 'body', Side extends 'in' | 'out'> = [Schema<R, K>] extends [
  never,
]
  ? unknown
  : { readonly [P in K]: Side extends 'in' ? z.input<Schema<R, K>> : z.output<Schema<R, K>> }

type OptionalWhereEmpty<T> = { [K in keyof T as Record<never, never> extends T[K] ? K : never]?: T[K] } & {
  [K in keyof T as Record<never, never> extends T[K] ? never : K]: T[K]
}

/** A caller's input: `{ params, query, body }`, each only if the route has it, and optional if all its fields are. */
export type Input<R extends Route> = OptionalWhereEmpty<
  Part<R, 'params', 'in'> & Part<R, 'query', 'in'> & Part<R, 'body', 'in'>
>

/** A handler's input: parsed, with defaults applied. */
export type ParsedInput<R extends Route> = Part<R, 'params', 'out'> &
  Part<R, 'query', 'out'> &
  Part<R, 'body', 'out'>

/** The body of a successful response; `undefined` for 204 and 205. */
export type Output<R extends Route> = [Schema<R, 'response'>] extends [never]
  ? undefined
  : z.input<Schema<R, 'response'>>

/** The full path of a route, with the prefix of its surface. */
export const pathOf = (route: Route): string =>
  `/${route.surface === 'dashboard' ? 'auth' : 'v1'}${route.path}`
