const texts = new WeakMap<object, string | Buffer>()

/** Attaches the JSON text to a large response that already exists as text, or as its bytes in UTF-8. */
export function withJson<T extends object>(response: T, json: string | Buffer): T {
  texts.set(response, json)
  return response
}

/** The JSON text of a response: the attached one, else serialized now. */
export const jsonOf = (response: unknown): string | Buffer | undefined =>
  (typeof response === 'object' && response !== null ? texts.get(response) : undefined) ??
  JSON.stringify(response)
