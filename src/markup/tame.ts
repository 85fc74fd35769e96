import type { Code, Construct, Effects, Extension, State, TokenizeContext } from 'micromark-util-types'

const deepest = 24
const containers = new RegExp(`^(?:[ \\t]*(?:>|[-+*](?=[ \\t])|\\d{1,9}[.)](?=[ \\t]))){${deepest},}`, 'gm')
const mostUnderlines = 400
const mostLazyLines = 4000
const mostMarks = 1000

/** A text that may be parsed, and the Markdown constructs to leave unread in it. */
export interface Tamed {
  text: string
  without: string[]
}

/**
 * Keeps the time of parsing in proportion to the length, whatever the text; some constructs would take the
 * square of their number. Quotations and lists that are nested too deep lose their markers, and a byte order
 * mark becomes a space: not a single character moves.
 */
export function tamed(body: string): Tamed {
  const marked = body.startsWith('\uFEFF') ? ` ${body.slice(1)}` : body
  const text = marked.replace(containers, (line) => line.replace(/[-+*>.)]/g, '·'))
  const lines = text.split(/\r\n|\n|\r/)
  const without: string[] = []
  if (lines.filter((line) => /^ {0,3}(-+|=+)[ \t]*$/.test(line)).length > mostUnderlines) {
    without.push('setextUnderline')
  }
  if (longestLazyRun(lines) > mostLazyLines) without.push('blockQuote', 'list')
  return { text, without }
}

/** Lines that continue a paragraph in a list or quotation without saying so. */
function longestLazyRun(lines: string[]): number {
  let longest = 0
  let run: number | null = null
  for (const line of lines) {
    if (/^[ \t]*(?:[-+*>]|\d+[.)])/.test(line)) run = 0
    else if (run !== null) run = /^[ \t]*$/.test(line) ? null : run + 1
    longest = Math.max(longest, run ?? 0)
  }
  return longest
}

/** Past the thousandth mark of emphasis, or end of a link, in one paragraph each further one is a plain character. */
export function crowdSyntax(): Extension {
  return {
    text: {
      42: plainWhenMany(),
      95: plainWhenMany(),
      126: plainWhenMany(),
      91: plainWhenMany(),
      93: plainWhenMany(),
    },
  }
}

function plainWhenMany(): Construct {
  const seen = new WeakMap<TokenizeContext, number>()
  return {
    name: 'crowd',
    tokenize(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
      const count = (seen.get(this) ?? 0) + 1
      seen.set(this, count)
      return (code: Code) => {
        if (count <= mostMarks) return nok(code)
        effects.enter('data')
        effects.consume(code)
        effects.exit('data')
        return ok
      }
    },
  }
}
