import { z } from 'zod'

/** An object of which every leaf may be left out, or given as null to take it away. */
export type Overrides = { readonly [name: string]: Overrides | unknown }

/**
 * The tree of an object schema with every member optional and every leaf nullable. Only objects are descended into:
 * lists and alternatives are leaves and are replaced whole. Defaults of the schema do not apply.
 */
export function overrides(schema: z.ZodObject): z.ZodType<Overrides, Overrides> {
  const shape = Object.entries(schema.shape).map(([name, member]) => [name, overridden(member)] as const)
  return z.object(Object.fromEntries(shape))
}

function overridden(member: z.core.$ZodType): z.ZodType {
  const inner = bare(member)
  return inner instanceof z.ZodObject ? overrides(inner).nullable().optional() : z.nullable(inner).optional()
}

/** A schema without what is put around it: optional, nullable, default. */
export function bare(member: z.core.$ZodType): z.core.$ZodType {
  return member instanceof z.ZodOptional || member instanceof z.ZodNullable || member instanceof z.ZodDefault
    ? bare(member.unwrap())
    : member
}
