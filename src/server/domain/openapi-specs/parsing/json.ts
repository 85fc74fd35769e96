import { cutText } from '#markup/cut-text.ts'
/** A parsed value of any type. */
export type Json = unknown
export type JsonObject = Readonly<Record<string, unknown>>

export const isObject = (value: Json): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** An own property; inherited ones such as `constructor` are ignored. */
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

/** A property that is a number or a non-empty string, as a string. */
export const textIn = (value: Json, name: string): string | undefined => {
  const field = member(value, name)
  if (typeof field === 'number') return String(field)
  return typeof field === 'string' && field.trim() !== '' ? field : undefined
}

export const isTrue = (value: Json, name: string): boolean => member(value, name) === true

/** Truncates a text with an ellipsis, and removes what the database cannot store. */
export function atMost(text: string, length: number): string {
  const clean = text.replaceAll('\0', '').toWellFormed()
  return clean.length <= length ? clean : `${cutText(clean, length - 1)}…`
}

/** A value as JSON, truncated; undefined when it has no JSON form. */
export const asText = (value: Json, length: number): string | undefined => {
  const text = JSON.stringify(value)
  return text === undefined ? undefined : atMost(text, length)
}
