const texts = new WeakMap<object, string>()

/** Hands over an answer together with its JSON, for large answers whose text is at hand already. */
export function withJson<T extends object>(answer: T, json: string): T {
  texts.set(answer, json)
  return answer
}

/** The JSON of an answer: the one that came with it, else made now. */
export const jsonOf = (answer: unknown): string | undefined =>
  (typeof answer === 'object' && answer !== null ? texts.get(answer) : undefined) ?? JSON.stringify(answer)
