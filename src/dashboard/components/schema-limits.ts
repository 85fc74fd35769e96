/** The longest text of each field of a schema, by name; nested names joined by dots. */
export type Limits = Readonly<Record<string, number>>

/** Reads the limits out of a zod schema, so that the limit on screen is the one that refuses. */
export function limitsOf(schema: unknown, prefix = ''): Limits {
  const shape = shapeOf(schema)
  if (!shape) return {}
  const limits: Record<string, number> = {}
  for (const [name, field] of Object.entries(shape)) {
    const inner = unwrapped(field)
    const longest = propertyOf(inner, 'maxLength')
    if (typeof longest === 'number') limits[prefix + name] = longest
    else Object.assign(limits, limitsOf(inner, `${prefix}${name}.`))
  }
  return limits
}

function shapeOf(schema: unknown): Record<string, unknown> | undefined {
  const shape = propertyOf(unwrapped(schema), 'shape')
  return typeof shape === 'object' && shape !== null ? { ...shape } : undefined
}

/** Without `optional()`, `nullable()`, `default()` around it. */
function unwrapped(schema: unknown): unknown {
  const definition = propertyOf(schema, 'def')
  const inner = propertyOf(definition, 'innerType')
  return inner === undefined ? schema : unwrapped(inner)
}

const propertyOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined
