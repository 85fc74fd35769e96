import type { z } from 'zod'
import type { Permission } from './shared/permissions.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** The statuses a success may answer with; 204 and 205 have no body. */
export type SuccessStatus = 200 | 201 | 204 | 205

/** Where an operation is mounted: `/v1` is the public interface, `/auth` is what only the dashboard needs. */
export type Door = 'v1' | 'auth'

/**
 * One operation as plain data. Everything else (validation, mounting, typed client, OpenAPI document, forms)
 * is derived from it.
 */
export type Route = {
  /** Operation id, unique over the whole contract: verb and noun, `moveSiteSection`. */
  readonly id: string
  readonly method: Method
  /** Path below the door, with `:name` parameters: `/spaces/:spaceId`. A last parameter `*name` takes the rest of the path. */
  readonly path: string
  readonly door?: Door
  /** One sentence: what the operation does, and what it answers in the special cases. */
  readonly summary: string
  /** Longer text for the interface's reference. */
  readonly description?: string
  /** What the caller must be allowed to do, on the object the path names. */
  readonly permission: Permission
  readonly params?: z.ZodObject
  readonly query?: z.ZodObject
  readonly body?: z.ZodType
  /** True when a request without a body is taken as `{}`. */
  readonly bodyOptional?: boolean
  /** What the body may weigh, in bytes; 1 MiB unless said. */
  readonly bodyLimit?: number
  /** The body is not JSON but this media type (file uploads). */
  readonly bodyType?: 'multipart/form-data' | 'application/octet-stream' | 'application/zip'
  readonly status: SuccessStatus
  /** Schema of the answer; absent on 204 and 205. */
  readonly response?: z.ZodType
  /** True when `If-Match` is honoured with the version of the object that the path names. */
  readonly versioned?: boolean
  /** True for a POST that changes nothing: a token that may only read may call it. */
  readonly reads?: boolean
  /** True when the operation also reaches a space in the trash, for those who may restore it. */
  readonly deletedToo?: boolean
  /** True when the answer holds a secret that is shown once: it is not kept for repeated requests. */
  readonly secret?: boolean
  /** The answer is no JSON but a file of this media type, sent while it is made. */
  readonly responseType?: 'application/zip'
  /** True when the answer is a stream of server-sent events. */
  readonly stream?: boolean
}

export type Routes = Readonly<Record<string, Route>>

export type Resource<R extends Routes> = R & { readonly [resourceName]: string }

/** The name under which a resource's routes are known: first part of a query key, tag in the OpenAPI document. */
export const resourceName: unique symbol = Symbol('resourceName')

const named = new WeakMap<Route, string>()

/** Names a group of routes; `nameOf(route)` finds it again. */
export function resource<const R extends Routes>(name: string, routes: R): Resource<R> {
  for (const route of Object.values(routes)) named.set(route, name)
  return Object.assign({ ...routes }, { [resourceName]: name })
}

/** The resource a route belongs to, such as `siteSections`. */
export const nameOf = (route: Route): string => named.get(route) ?? route.id

type Schema<R, K extends string> = R extends { readonly [P in K]: infer S extends z.ZodType } ? S : never
type Part<R, K extends 'params' | 'query' | 'body', Side extends 'in' | 'out'> = [Schema<R, K>] extends [
  never,
]
  ? unknown
  : { readonly [P in K]: Side extends 'in' ? z.input<Schema<R, K>> : z.output<Schema<R, K>> }

type Loose<T> = { [K in keyof T as Record<never, never> extends T[K] ? K : never]?: T[K] } & {
  [K in keyof T as Record<never, never> extends T[K] ? never : K]: T[K]
}

/** What a caller gives: `{ params, query, body }`, each only where the route has it, optional where all of it is. */
export type Input<R extends Route> = Loose<
  Part<R, 'params', 'in'> & Part<R, 'query', 'in'> & Part<R, 'body', 'in'>
>

/** What a handler receives: parsed, with defaults filled in. */
export type Received<R extends Route> = Part<R, 'params', 'out'> &
  Part<R, 'query', 'out'> &
  Part<R, 'body', 'out'>

/** What a success answers; `undefined` for 204 and 205. */
export type Output<R extends Route> = [Schema<R, 'response'>] extends [never]
  ? undefined
  : z.input<Schema<R, 'response'>>

/** The full path of a route with its door. */
export const pathOf = (route: Route): string => `/${route.door ?? 'v1'}${route.path}`
