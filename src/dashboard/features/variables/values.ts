import type { VariableValue } from './queries.ts'

export const valueTypes = ['text', 'number', 'boolean'] as const
export type ValueType = (typeof valueTypes)[number]

export const typeOfValue = (value: VariableValue): ValueType =>
  typeof value === 'string' ? 'text' : typeof value === 'number' ? 'number' : 'boolean'

/** A value from what was typed; undefined if it isn't of the type. */
export function valueFromText(text: string, type: ValueType): VariableValue | undefined {
  if (type === 'text') return text
  const trimmed = text.trim()
  if (type === 'boolean') return trimmed === 'true' ? true : trimmed === 'false' ? false : undefined
  const number = Number(trimmed)
  return trimmed === '' || !Number.isFinite(number) ? undefined : number
}
