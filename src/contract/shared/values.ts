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
