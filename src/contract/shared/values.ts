import { z } from 'zod'
import { roles } from './permissions.ts'

/** An identifier of letters, digits, `_` and `-`; the service creates ids of 20 letters and digits. */
export const id = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[A-Za-z0-9_-]+$/, 'Use letters, digits, “_” and “-” only')
  .describe('Identifier')

/** RFC 3339 in UTC with milliseconds, such as `2026-11-21T10:00:00.000Z`. */
export const timestamp = z.iso.datetime().describe('RFC 3339, UTC')

/**
 * A URL in ASCII, as headers and references need it: other characters and spaces are percent-encoded, host names are
 * in Punycode. Texts that are no absolute URL, and URLs in ASCII, are returned unchanged.
 */
export const asciiUrl = (url: string): string =>
  /^[\x21-\x7e]*$/.test(url) ? url : (URL.parse(url)?.href ?? url)

/** Absolute http or https URL of at most 2048 characters, which is stored in ASCII. */
export const uri = z
  .string()
  .overwrite(asciiUrl)
  .max(2048)
  .refine((value) => {
    try {
      return ['http:', 'https:'].includes(new URL(value).protocol)
    } catch {
      // `new URL` throws for anything that is not absolute.
      return false
    }
  }, 'Enter an address that starts with http:// or https://')
  .meta({ format: 'uri' })

/** Run scripts, or open files of the reader's computer, when a link is followed. */
const UNSAFE_SCHEME = /^(?:javascript|vbscript|livescript|data|blob|file|filesystem|view-source|jar):/i

/** Characters that browsers ignore in a URL, or that make a scheme look like another. */
const IGNORED_CHARACTERS = /[\p{Cc}\p{Cf}\p{Z}]/gu

/** Whether following a link to this URL can run a script or reach files. */
export const isUnsafeUrl = (url: string): boolean => UNSAFE_SCHEME.test(url.replace(IGNORED_CHARACTERS, ''))

/** The URL of a link or picture; also relative ones and schemes of apps, but none that runs scripts. */
export const linkUrl = z
  .string()
  .refine((url) => !isUnsafeUrl(url), 'Use an http or https address. Links that run scripts aren’t allowed')

export const role = z
  .enum(roles)
  .describe('Role, from strong to weak: admin, create, review, edit, comment, read')

/** A role or null, which means no access, or a guest in an organization. */
export const nullableRole = role.nullable()

/** A default level in a request: a role, null for no default access, or `inherit`. */
export const defaultLevelInput = z
  .union([role, z.literal('inherit')])
  .nullable()
  .describe('A role, null for no default access, or `inherit` to use the level of the parent')

/** The object that an effective default level comes from. */
export const defaultLevelFrom = z
  .object({ type: z.enum(['space', 'collection', 'organization']), id })
  .describe('The object whose level applies here')

/** An emoji, or its code points as lower-case hex joined by `-`; returned as it was sent. */
export const emoji = z.string().max(50)

/** Name of an icon, at most 50 characters. */
export const iconName = z
  .string()
  .max(50)
  .regex(/^[a-z0-9-]+$/, 'Use lower-case letters, digits and “-”')

const SEGMENT_FAULT = 'Use lower-case letters and digits, joined by single “-”, “_” or “.”'

/**
 * A path segment of 1 to 100 lower-case letters and digits of any script, joined by single `-`, `_` or `.`. It is stored
 * in the composed form (NFC) and percent-encoded in URLs.
 */
export const pathSegment = z
  .string()
  .min(1)
  .max(100)
  .normalize('NFC')
  .regex(/^[\p{Ll}\p{Lm}\p{Lo}\p{M}\p{N}]+([-_.][\p{Ll}\p{Lm}\p{Lo}\p{M}\p{N}]+)*$/u, SEGMENT_FAULT)

/** A path segment of ASCII letters and digits. */
export const asciiSegment = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[a-z0-9]+([-_.][a-z0-9]+)*$/, SEGMENT_FAULT)

/** A condition on the visitor, 1 to 1024 characters; `parseCondition` defines its syntax. */
export const condition = z.string().min(1).max(1024)

/** A flag that only occurs in responses, so it is not validated further. */
export const flag = z.boolean()

/** A URL that only occurs in responses, so it is not validated further. */
export const address = z.string().meta({ format: 'uri' })

/** The value for `If-Match`; it grows with every write to the object. */
export const version = z
  .number()
  .int()
  .describe('Increases with every write. It is the `ETag` of the object, to send back in `If-Match`')

/** The text of a search, 1 to 512 characters. */
export const searchQuery = z.string().min(1).max(512)

/** The key of a site that is published by share link. */
export const shareKey = z
  .string()
  .min(1)
  .max(256)
  .optional()
  .describe('Resolves the published URLs of sites with a share link')

/** Claims about a visitor by name; claims that visitors set themselves are in `unsigned`. At most 4,000 characters. */
export const visitorClaims = z
  .record(z.string().max(128), z.unknown())
  .refine(
    (claims) => JSON.stringify(claims).length <= 4_000,
    'Use 4,000 characters or fewer for the claims of a visitor',
  )
  .describe(
    'Claims about the visitor that conditions can use; those that visitors set themselves are in `unsigned`',
  )

/** Visitor claims in a query string, as JSON text. */
export const claimsInQuery = z
  .string()
  .max(4_000)
  .transform((text, ctx) => {
    try {
      return visitorClaims.parse(JSON.parse(text))
    } catch {
      // Both invalid JSON and invalid claims are reported as an issue of this parameter.
      ctx.addIssue({ code: 'custom', message: 'Enter a JSON object' })
      return z.NEVER
    }
  })
  .optional()
  .describe('Claims about the visitor, as a JSON object')

/** An object of booleans for what the caller may do. */
export const flags = <const K extends string>(...names: readonly K[]) =>
  z
    .object(Object.fromEntries(names.map((name) => [name, flag])) as Record<K, typeof flag>)
    .describe('What the caller can do with it')

/** Whether a part of a site is a draft: never, because changes of a structure are planned apart from it. */
export const noDraft = z
  .literal(false)
  .optional()
  .describe('Always false; planned changes are in the plan of the site')

/** Permissions about integrations that clients read, always false because there are no integrations. */
export const noIntegrations = <const K extends string>(...names: readonly K[]) =>
  Object.fromEntries(names.map((name) => [name, flag.optional()])) as Record<K, z.ZodOptional<typeof flag>>

/** An object of absolute URLs; those in `optional` are only present where they apply. */
export const urlsOf = <const K extends string, const O extends string = never>(
  required: readonly K[],
  optional: readonly O[] = [],
) =>
  z.object({
    ...(Object.fromEntries(required.map((name) => [name, address])) as Record<K, typeof address>),
    ...(Object.fromEntries(optional.map((name) => [name, address.optional()])) as Record<
      O,
      z.ZodOptional<typeof address>
    >),
  })
