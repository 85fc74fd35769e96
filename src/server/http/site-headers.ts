import type { Body, Encoding } from '../publishing/response-bodies.ts'
import type { SiteResponse } from '../publishing/site-response.ts'
import { encodingFor } from './encoding.ts'
import { contentPolicyFor } from './site-pages.ts'

type BodyResponse = Extract<SiteResponse, { kind: 'body' }>

export const REVALIDATED = 'public, max-age=0, must-revalidate'

/** Small bodies and images gain nothing from compression. */
export const encodingOf = (
  { bytes, type }: Body,
  accepted: string | string[] | undefined,
): Encoding | null => (bytes.length >= 1_000 && !type.startsWith('image/png') ? encodingFor(accepted) : null)

/** The headers that depend on the response, without those that describe the bytes. */
export function headersOf(response: BodyResponse, encoding: Encoding | null): Record<string, string> {
  const { body, status, canonical } = response
  const caching = cacheControlOf(response)
  return {
    'content-security-policy': contentPolicyFor(body),
    'referrer-policy': 'strict-origin-when-cross-origin',
    ...(caching === undefined ? {} : { 'cache-control': caching }),
    ...(response.variesByLanguage ? { vary: 'Accept-Encoding, Accept-Language, Cookie' } : {}),
    ...(response.isHidden ? { 'x-robots-tag': 'noindex' } : {}),
    ...(canonical ? { link: `<${canonical}>; rel="canonical"` } : {}),
    ...(status === 200 ? { etag: etagOf(body.hash, encoding) } : {}),
  }
}

/** Undefined for a page that everyone may store and that may change at any moment. */
function cacheControlOf({ isPrivate, isImmutable }: BodyResponse): string | undefined {
  const immutable = 'max-age=31536000, immutable'
  if (isPrivate) return `private, ${isImmutable ? immutable : 'max-age=0, must-revalidate'}`
  return isImmutable ? `public, ${immutable}` : undefined
}

/** A strong ETag identifies the bytes that are sent, so every encoding has its own. */
const etagOf = (hash: string, encoding: Encoding | null): string =>
  encoding === null ? `"${hash}"` : `"${hash}-${encoding}"`

/** Any encoding of the same body counts as a match. */
export function matchesEtag(header: string | undefined, hash: string): boolean {
  if (header === undefined) return false
  const tags = header.split(',').map((tag) => tag.trim().replace(/^W\//, ''))
  return tags.some((tag) => tag === '*' || tag === `"${hash}"` || tag.startsWith(`"${hash}-`))
}
