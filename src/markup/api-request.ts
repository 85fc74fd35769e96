import type { ApiOperation, SchemaPart } from '#contract/openapi-operations.ts'
import type { Labels } from './labels.ts'

/** What the script needs to send a request for an operation. */
export interface ApiRequest {
  method: string
  path: string
  servers: string[]
  parameters: ApiRequestField[]
  /** Alternatives, each with the credentials that are sent together; an empty one needs none. */
  security: ApiRequestSecurity[][]
  body?: {
    mediaType: string
    required: boolean
    /** Text to start with. */
    text: string
    /** Fields of a form with files. */
    fields?: ApiRequestField[]
  }
  labels: ApiRequestLabels
}

export interface ApiRequestField {
  in?: 'path' | 'query' | 'header'
  name: string
  required?: boolean
  type: 'text' | 'number' | 'list' | 'file'
  value?: string
  values?: string[]
}

export interface ApiRequestSecurity {
  name: string
  kind: 'basic' | 'bearer' | 'header' | 'query'
  /** Name of the header or query parameter. */
  parameter: string
}

const labelNames = [
  'server',
  'authorization',
  'noAuthorization',
  'pathParameters',
  'queryParameters',
  'headers',
  'body',
  'required',
  'username',
  'password',
  'sendRequest',
  'sending',
  'response',
  'noBody',
  'requestNote',
  'requestFailed',
  'leftOut',
] as const satisfies readonly (keyof Labels)[]
export type ApiRequestLabels = Record<(typeof labelNames)[number], string>

/** Choices of one field. */
const MAX_VALUES = 50

/** What readers can send; null if the operation has no server that a page may connect to. */
export function apiRequestOf(operation: ApiOperation, labels: Labels): ApiRequest | null {
  const { method, path, parameters, security, securityAlternatives = [], body } = operation
  const servers = serversOf(operation).filter((url) => connectOrigin(url) !== null)
  if (servers.length === 0 || method === 'trace') return null
  const content = body?.contents[0]
  return {
    method: method.toUpperCase(),
    path,
    servers,
    parameters: parameters.flatMap(({ in: where, part }) =>
      where === 'cookie' ? [] : [{ in: where, ...fieldOf(part) }],
    ),
    security: [security, ...securityAlternatives].flatMap(alternativeOf),
    ...(content && method !== 'get' && method !== 'head'
      ? {
          body: {
            mediaType: content.mediaType,
            required: body?.required === true,
            text: content.example ?? '',
            ...(/^multipart\//i.test(content.mediaType)
              ? { fields: (content.schema?.properties ?? []).map(fieldOf) }
              : {}),
          },
        }
      : {}),
    labels: Object.fromEntries(labelNames.map((name) => [name, labels[name]])) as ApiRequestLabels,
  }
}

/** The origins that a page with these operations connects to. */
export const connectOrigins = (operations: readonly ApiOperation[]): string[] =>
  [...new Set(operations.flatMap((one) => serversOf(one).flatMap((url) => connectOrigin(url) ?? [])))].slice(
    0,
    MAX_ORIGINS,
  )

const MAX_ORIGINS = 20

const serversOf = ({ servers, server, hidesTryIt }: ApiOperation): string[] =>
  hidesTryIt ? [] : (servers ?? (server === undefined ? [] : [server]))

/** The origin of a server: only over TLS, except for servers on the reader's own machine. */
export function connectOrigin(server: string): string | null {
  const url = URL.parse(server)
  if (url === null || url.username !== '' || url.password !== '') return null
  const isLocal = url.protocol === 'http:' && /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname)
  if (url.protocol !== 'https:' && !isLocal) return null
  // Anything else would not be a single source in the content policy.
  return /^https?:\/\/[\w.:[\]-]+$/.test(url.origin) ? url.origin : null
}

function fieldOf({
  name = '',
  required,
  types,
  format,
  items,
  values,
  ...part
}: SchemaPart): ApiRequestField {
  const value = textOf(part.example ?? part.default ?? (required ? values?.[0] : undefined))
  const choices = values ?? (types.includes('boolean') ? ['true', 'false'] : items?.values)
  const isList = types.includes('array')
  return {
    name,
    ...(required ? { required } : {}),
    type:
      format === 'binary'
        ? 'file'
        : isList
          ? 'list'
          : types.includes('integer') || types.includes('number')
            ? 'number'
            : 'text',
    ...(value === undefined ? {} : { value }),
    ...(choices === undefined || isList
      ? {}
      : { values: choices.slice(0, MAX_VALUES).map((one) => textOf(one) ?? '') }),
  }
}

/** A value in JSON as it is typed. */
function textOf(json: string | undefined): string | undefined {
  if (json === undefined) return undefined
  try {
    const value: unknown = JSON.parse(json)
    if (Array.isArray(value)) return value.join(',')
    return typeof value === 'string' ? value : json
  } catch {
    // A long example was truncated.
    return json
  }
}

/** The credentials of one alternative; none if a page can send nothing of what it requires. */
function alternativeOf(schemes: ApiOperation['security']): ApiRequestSecurity[][] {
  const sent = schemes.flatMap(securityOf)
  return sent.length === 0 && schemes.length > 0 ? [] : [sent]
}

function securityOf({
  name,
  kind,
  scheme,
  in: where,
  parameter,
}: ApiOperation['security'][number]): ApiRequestSecurity[] {
  // Pages can neither set cookies of other sites nor use client certificates.
  if (kind === 'other' || (kind === 'apiKey' && where === 'cookie')) return []
  if (kind === 'apiKey')
    return [{ name, kind: where === 'query' ? 'query' : 'header', parameter: parameter ?? 'X-Api-Key' }]
  const isBasic = kind === 'http' && scheme?.toLowerCase() === 'basic'
  return [{ name, kind: isBasic ? 'basic' : 'bearer', parameter: 'Authorization' }]
}

/** What a security scheme makes clients send; null for schemes without a fixed form. */
export function credentialsOf(scheme: ApiOperation['security'][number]): string | null {
  if (scheme.kind === 'apiKey' && scheme.in === 'cookie') return `Cookie: ${scheme.parameter}=YOUR_KEY`
  if (scheme.kind === 'other') return null
  const [known] = securityOf(scheme)
  if (known?.kind === 'query') return `?${known.parameter}=YOUR_KEY`
  if (known?.kind === 'header') return `${known.parameter}: YOUR_KEY`
  return known?.kind === 'basic'
    ? 'Authorization: Basic YOUR_CREDENTIALS'
    : 'Authorization: Bearer YOUR_TOKEN'
}
