/** A fault in the text of a condition; `at` is the index of the character where it shows. */
export class ConditionFault extends Error {
  readonly at: number

  constructor(message: string, at: number) {
    super(message)
    this.name = 'ConditionFault'
    this.at = at
  }
}

export type Token =
  | { readonly kind: 'text'; readonly value: string; readonly at: number }
  | { readonly kind: 'number'; readonly value: number; readonly at: number }
  | { readonly kind: 'name' | 'sign' | 'end'; readonly value: string; readonly at: number }

const pattern =
  /(?<space>\s+)|(?<number>\d+(?:\.\d+)?)|(?<name>[A-Za-z_$][\w$]*)|(?<sign>===|!==|==|!=|<=|>=|&&|\|\||[<>!?:.,()[\]])|(?<quote>["'])/y

/** The words of a condition, with one of kind `end` behind them. */
export function tokensOf(text: string): readonly Token[] {
  const tokens: Token[] = []
  let at = 0
  while (at < text.length) {
    pattern.lastIndex = at
    const found = pattern.exec(text)?.groups
    if (found === undefined) throw new ConditionFault(`“${text[at]}” has no meaning here`, at)
    const token = found.quote === undefined ? plainToken(found, at) : quotedToken(text, at)
    if (token.token !== null) tokens.push(token.token)
    at = token.end
  }
  return [...tokens, { kind: 'end', value: '', at: text.length }]
}

type Read = { readonly token: Token | null; readonly end: number }

function plainToken(found: Readonly<Record<string, string | undefined>>, at: number): Read {
  const { space, number, name, sign } = found
  if (number !== undefined)
    return { token: { kind: 'number', value: Number(number), at }, end: at + number.length }
  if (name !== undefined) return { token: { kind: 'name', value: name, at }, end: at + name.length }
  if (sign !== undefined) return { token: { kind: 'sign', value: sign, at }, end: at + sign.length }
  return { token: null, end: at + (space ?? '').length }
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r' }

function quotedToken(text: string, start: number): Read {
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
  throw new ConditionFault('A text that begins here does not end', start)
}
