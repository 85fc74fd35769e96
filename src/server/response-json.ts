const texts = new WeakMap<object, string>()

/** Attaches the JSON text to a large response that already exists as text. */
export function withJson<T extends object>(response: T, json: string): T {
  texts.set(response, json)
  return response
}

/** The JSON text of a response: the attached one, else serialized now. */
export const jsonOf = (response: unknown): string | undefined =>
  (typeof response === 'object' && response !== null ? texts.get(response) : undefined) ??
  JSON.stringify(response)
