/** Something of a document, as it was parsed. */
export type Json = unknown
export type JsonObject = Readonly<Record<string, unknown>>

export const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A member of its own; nothing that objects have by themselves. */
export const member = (value: Json, name: string): Json =>
  isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined

export const objectIn = (value: Json, name: string): JsonObject => {
  const field = member(value, name)
  return isObject(field) ? field : {}
}

export const listIn = (value: Json, name: string): readonly Json[] => {
  const field = member(value, name)
  return Array.isArray(field) ? field : []
}

/** A text that is not empty. */
export const textIn = (value: Json, name: string): string | undefined => {
  const field = member(value, name)
  if (typeof field === 'number') return String(field)
  return typeof field === 'string' && field.trim() !== '' ? field : undefined
}

export const isTrue = (value: Json, name: string): boolean => member(value, name) === true

/** No longer than that and fit to be stored; what is cut off is told by dots. */
export function atMost(text: string, length: number): string {
  const clean = text.replaceAll('\0', '').toWellFormed()
  return clean.length <= length ? clean : `${clean.slice(0, length - 1).toWellFormed()}…`
}

/** As JSON, no longer than that; undefined where it has none. */
export const asText = (value: Json, length: number): string | undefined => {
  const text = JSON.stringify(value)
  return text === undefined ? undefined : atMost(text, length)
}
