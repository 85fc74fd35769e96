import { z } from 'zod'
import { roles } from './permissions.ts'

/** An identifier: letters, digits, `_` and `-`; ours are 20 letters and digits. */
export const id = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[A-Za-z0-9_-]+$/, 'Use letters, digits, “_” and “-” only')
  .describe('Identifier')

/** RFC 3339 in UTC with milliseconds, such as `2026-11-21T10:00:00.000Z`. */
export const timestamp = z.iso.datetime().describe('RFC 3339, UTC')

/** Absolute address of at most 2048 characters, http or https. */
export const uri = z
  .string()
  .max(2048)
  .refine((value) => {
    try {
      return ['http:', 'https:'].includes(new URL(value).protocol)
    } catch {
      return false
    }
  }, 'Give an absolute http or https address')
  .meta({ format: 'uri' })

/** A role, strongest first as the specification lists them. */
export const role = z
  .enum(roles)
  .describe('Role, from strong to weak: admin, create, review, edit, comment, read')

/** A role, or null where null has a meaning of its own (no access; a guest on an organization). */
export const nullableRole = role.nullable()

/** What may be written as a default level: a role, null for no default access, or `inherit`. */
export const defaultLevelInput = z
  .union([role, z.literal('inherit')])
  .nullable()
  .describe('A role, null for no default access, or `inherit` to take the level of what is above')

/** Where an answered default level comes from. */
export const defaultLevelFrom = z
  .object({ type: z.enum(['space', 'collection', 'organization']), id })
  .describe('The object whose level is in force here')

/** An emoji: the character itself or its code points as lower-case hex joined by `-`; answered as given. */
export const emoji = z.string().max(50)

/** Name of an icon, at most 50 characters. */
export const iconName = z
  .string()
  .max(50)
  .regex(/^[a-z0-9-]+$/, 'Use lower-case letters, digits and “-”')

/** Part of an address: 1 to 100 characters, lower-case letters and digits joined by single `-`, `_` or `.`. */
export const pathSegment = z
  .string()
  .min(1)
  .max(100)
  .regex(
    /^[a-z0-9]+([-_.][a-z0-9]+)*$/,
    'Use lower-case letters and digits, joined by single “-”, “_” or “.”',
  )

/** Condition on the visitor (decisions 18): 1 to 1024 characters. */
export const condition = z.string().min(1).max(1024)

/** A flag that is only ever answered. */
export const flag = z.boolean()

/** An address that is only ever answered. */
export const address = z.string().meta({ format: 'uri' })

/** What is put into `If-Match`; it grows with every write to the object. */
export const version = z
  .number()
  .int()
  .describe('Grows with every write; the `ETag` of the object, to be sent back in `If-Match`')

/** What is said in a search field: 1 to 512 characters. */
export const searchQuery = z.string().min(1).max(512)

/** The key of a site that is published by share link. */
export const shareKey = z
  .string()
  .min(1)
  .max(256)
  .optional()
  .describe('Resolves the published addresses of sites that are published by share link')

/** What is known of a visitor, by name; what they say of themselves is in `unsigned`. At most 4,000 characters. */
export const visitorClaims = z
  .record(z.string().max(128), z.unknown())
  .refine((claims) => JSON.stringify(claims).length <= 4_000, 'Say at most 4,000 characters of a visitor')
  .describe('What is known of the visitor, as conditions see it; what they say themselves is in `unsigned`')

/** The same in an address, as the text of a JSON object. */
export const claimsInQuery = z
  .string()
  .max(4_000)
  .transform((text, ctx) => {
    try {
      return visitorClaims.parse(JSON.parse(text))
    } catch {
      ctx.addIssue({ code: 'custom', message: 'Give a JSON object' })
      return z.NEVER
    }
  })
  .optional()
  .describe('What is known of the visitor, as the text of a JSON object')

/** An object of booleans that say what the caller may do. */
export const flags = <const K extends string>(...names: readonly K[]) =>
  z
    .object(Object.fromEntries(names.map((name) => [name, flag])) as Record<K, typeof flag>)
    .describe('What the caller may do with it')

/** An object of absolute addresses: the first ones are always there, the others only where they apply. */
export const urlsOf = <const K extends string, const O extends string = never>(
  always: readonly K[],
  sometimes: readonly O[] = [],
) =>
  z.object({
    ...(Object.fromEntries(always.map((name) => [name, address])) as Record<K, typeof address>),
    ...(Object.fromEntries(sometimes.map((name) => [name, address.optional()])) as Record<
      O,
      z.ZodOptional<typeof address>
    >),
  })
