/** A resource as JSON; the names of attributes are matched case-insensitively (RFC 7643, 2.1). */
export type Attributes = { [name: string]: unknown }

export const isAttributes = (value: unknown): value is Attributes =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The name under which an attribute is stored; the wanted name if there is none yet. */
export function storedName(attributes: Attributes, name: string): string {
  const wanted = name.toLowerCase()
  return Object.keys(attributes).find((key) => key.toLowerCase() === wanted) ?? name
}

export function attributeOf(attributes: Attributes, name: string): unknown {
  const key = storedName(attributes, name)
  return Object.hasOwn(attributes, key) ? attributes[key] : undefined
}

/** Sets an attribute; `__proto__` becomes an ordinary one. */
export function setAttribute(attributes: Attributes, name: string, value: unknown): void {
  Object.defineProperty(attributes, storedName(attributes, name), {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  })
}

export function removeAttribute(attributes: Attributes, name: string): void {
  delete attributes[storedName(attributes, name)]
}
