/** Reads a value that came from the URL or from storage; undefined if it is not what is expected. */
export type Parse<T> = (value: unknown) => T | undefined

/** Text of at most this many characters. The router reads `?q=7` as a number, which is text here. */
export const text =
  (maxLength = Number.POSITIVE_INFINITY): Parse<string> =>
  (value) => {
    const isText = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    return isText && String(value).length <= maxLength ? String(value) : undefined
  }

export const boolean: Parse<boolean> = (value) => (typeof value === 'boolean' ? value : undefined)

export const oneOf =
  <const T extends string | boolean>(...values: readonly T[]): Parse<T> =>
  (value) =>
    values.find((one) => one === value)

/** Text that matches a pattern. */
export const matching =
  (pattern: RegExp): Parse<string> =>
  (value) =>
    typeof value === 'string' && pattern.test(value) ? value : undefined

/** The id of an object. The router reads an id of digits as a number. */
export const id: Parse<string> = (value) => matching(/^[A-Za-z0-9_-]{1,64}$/)(text()(value))

/** A day such as `2027-01-31`. */
export const day: Parse<string> = (value) => {
  const isDay = typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
  return isDay && new Date(`${value}T00:00:00Z`).toJSON()?.startsWith(value) ? value : undefined
}

/** A list of at most this many items; undefined if one of them is not what is expected. */
export const listOf =
  <T>(item: Parse<T>, maxItems: number): Parse<T[]> =>
  (value) => {
    if (!Array.isArray(value) || value.length > maxItems) return undefined
    const items = value.map(item).filter((one) => one !== undefined)
    return items.length === value.length ? items : undefined
  }

type Shape = Readonly<Record<string, Parse<unknown>>>
type Parsed<S extends Shape> = { [K in keyof S]?: ReturnType<S[K]> | undefined }

export type SearchParams<S extends Shape> = {
  readonly shape: S
  readonly parse: (search: Record<string, unknown>) => Parsed<S>
}

/** The values that `searchParams` reads. */
export type SearchOf<P extends { readonly parse: (search: Record<string, unknown>) => object }> = ReturnType<
  P['parse']
>

/**
 * The search params of a route. A value that is not what is expected is undefined, which replaces the one from the URL;
 * the router keeps what is missing. This is not zod: every route is part of the first load, and its schemas would be
 * half of it.
 */
export const searchParams = <const S extends Shape>(shape: S): SearchParams<S> => ({
  shape,
  parse: (search) =>
    Object.fromEntries(
      Object.entries(shape).map(([name, parse]) => [name, parse(search[name])] as const),
    ) as Parsed<S>,
})
