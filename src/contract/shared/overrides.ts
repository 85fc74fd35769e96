import { z } from 'zod'

/** An object whose leaves are all optional; null removes an override. */
export type Overrides = { readonly [name: string]: Overrides | unknown }

/**
 * The schema with every member optional and every leaf nullable, at all levels. Lists and unions are leaves and are
 * replaced as a whole. Defaults of the schema do not apply.
 */
export function overrides(schema: z.ZodObject): z.ZodType<Overrides, Overrides> {
  const shape = Object.entries(schema.shape).map(([name, member]) => [name, memberOverrides(member)] as const)
  return z.object(Object.fromEntries(shape))
}

function memberOverrides(member: z.core.$ZodType): z.ZodType {
  const inner = unwrapSchema(member)
  return inner instanceof z.ZodObject ? overrides(inner).nullable().optional() : z.nullable(inner).optional()
}

/** The schema inside optional, nullable and default wrappers. */
export function unwrapSchema(member: z.core.$ZodType): z.core.$ZodType {
  return member instanceof z.ZodOptional || member instanceof z.ZodNullable || member instanceof z.ZodDefault
    ? unwrapSchema(member.unwrap())
    : member
}
