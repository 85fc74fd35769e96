/** A piece of an answer: text, or the number of the excerpt that it cites. */
export type AnswerPiece = { readonly text: string } | { readonly excerpt: number }

/**
 * Separates the citations of an answer, such as `[2]` or `[1, 3]`, from its text while it arrives. Numbers in code, such
 * as `list[0]`, are text. Citations of excerpts that don’t exist are dropped.
 */
export function citationReader(excerpts: number) {
  let waiting = ''
  /** The backticks that opened the current code; empty outside of code. */
  let fence = ''

  const next = (isLast: boolean): string | undefined => {
    const token = waiting === '' ? undefined : tokenIn(waiting, fence, isLast)
    waiting = waiting.slice(token?.length ?? 0)
    return token
  }

  function* read(isLast: boolean): Generator<AnswerPiece> {
    let text = ''
    for (let token = next(isLast); token !== undefined; token = next(isLast)) {
      const numbers = fence === '' ? citedIn(token) : undefined
      fence = fenceAfter(fence, token)
      if (numbers === undefined) text += token
      else {
        if (text !== '') yield { text }
        text = ''
        yield* numbers.filter((one) => one >= 1 && one <= excerpts).map((excerpt) => ({ excerpt }))
      }
    }
    if (text !== '') yield { text }
  }

  return {
    /** The pieces that are complete with the next part of the answer. */
    push(part: string): AnswerPiece[] {
      waiting += part
      return [...read(false)]
    },
    /** What is left at the end of the answer. */
    end: (): AnswerPiece[] => [...read(true)],
  }
}

const isInline = (fence: string): boolean => fence === '`' || fence === '``'

/** Code in a line ends with its paragraph, in case nothing closes it. */
function fenceAfter(fence: string, token: string): string {
  if (token.startsWith('`')) return fence === '' ? token : fence === token ? '' : fence
  return isInline(fence) && token === '\n\n' ? '' : fence
}

/**
 * The next token: backticks, the end of a paragraph in code, brackets with numbers, or text without any of these.
 * Undefined if it may continue.
 */
function tokenIn(text: string, fence: string, isLast: boolean): string | undefined {
  const [token = ''] = patternFor(fence).exec(text) ?? []
  const mayContinue = token.length === text.length && /^(?:`+|\n|\[[^\]]{0,22})$/.test(token)
  return mayContinue && !isLast ? undefined : token
}

function patternFor(fence: string): RegExp {
  if (fence === '') return /^(?:`+|\[[\d\s,]{0,22}\]?|[^`[]+)/
  return isInline(fence) ? /^(?:`+|\n\n?|[^`\n]+)/ : /^(?:`+|[^`]+)/
}

function citedIn(token: string): number[] | undefined {
  if (!/^\[\s*\d{1,4}\s*(?:,\s*\d{1,4}\s*)*\]$/.test(token)) return undefined
  return token.slice(1, -1).split(',').map(Number)
}
