/** A syntax error in a condition; `at` is the index of the character where it was detected. */
export class ConditionError extends Error {
  readonly at: number

  constructor(message: string, at: number) {
    super(message)
    this.name = 'ConditionError'
    this.at = at
  }

  /** The message with the character, counted from 1. */
  get located(): string {
    return `Character ${this.at + 1}: ${this.message}`
  }
}

export type Token =
  | { readonly kind: 'text'; readonly value: string; readonly at: number }
  | { readonly kind: 'number'; readonly value: number; readonly at: number }
  | { readonly kind: 'name' | 'sign' | 'end'; readonly value: string; readonly at: number }

const pattern =
  /(?<space>\s+)|(?<number>\d+(?:\.\d+)?)|(?<name>[A-Za-z_$][\w$]*)|(?<sign>===|!==|==|!=|<=|>=|&&|\|\||\?\?|[<>!?:.,()[\]+\-*/%])|(?<quote>["'])/y

/** The tokens of a condition, followed by one of kind `end`. */
export function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = []
  let at = 0
  while (at < text.length) {
    pattern.lastIndex = at
    const groups = pattern.exec(text)?.groups
    if (groups === undefined) throw new ConditionError(`“${text[at]}” isn’t allowed here`, at)
    const { token, end } = groups.quote === undefined ? plainToken(groups, at) : quotedToken(text, at)
    if (token !== null) tokens.push(token)
    at = end
  }
  return [...tokens, { kind: 'end', value: '', at: text.length }]
}

type ScannedToken = { readonly token: Token | null; readonly end: number }

function plainToken(groups: Readonly<Record<string, string | undefined>>, at: number): ScannedToken {
  const { space, number, name, sign } = groups
  if (number !== undefined)
    return { token: { kind: 'number', value: Number(number), at }, end: at + number.length }
  if (name !== undefined) return { token: { kind: 'name', value: name, at }, end: at + name.length }
  if (sign !== undefined) return { token: { kind: 'sign', value: sign, at }, end: at + sign.length }
  return { token: null, end: at + (space ?? '').length }
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' }

function quotedToken(text: string, start: number): ScannedToken {
  let value = ''
  for (let at = start + 1; at < text.length; at++) {
    const character = text[at] ?? ''
    if (character === text[start]) return { token: { kind: 'text', value, at: start }, end: at + 1 }
    if (character !== '\\') value += character
    else {
      at += 1
      const escaped = text[at] ?? ''
      value += escapes[escaped] ?? escaped
    }
  }
  throw new ConditionError('The quote that starts here isn’t closed', start)
}
