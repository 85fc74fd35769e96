import type { Code, Construct, Effects, Extension, State, TokenizeContext } from 'micromark-util-types'

const MAX_DEPTH = 24
const containers = new RegExp(`^(?:[ \\t]*(?:>|[-+*](?=[ \\t])|\\d{1,9}[.)](?=[ \\t]))){${MAX_DEPTH},}`, 'gm')
const MAX_UNDERLINES = 400
const MAX_LAZY_LINES = 4000
const MAX_MARKS = 1000
const MAX_RUN = 64
/** A tag that does not end within this length is text. */
export const MAX_TAG_LENGTH = 2_000

/** A text that is safe to parse, and the Markdown constructs to disable for it. */
export interface LimitedText {
  text: string
  disabledConstructs: string[]
}

/**
 * Bounds the time of parsing to be proportional to the length of the text; some constructs take quadratic time.
 * Blockquotes and lists that are nested too deeply lose their markers, and a byte order mark becomes a space, so
 * that offsets do not change.
 */
export function limitForParsing(body: string): LimitedText {
  const marked = body.startsWith('\uFEFF') ? ` ${body.slice(1)}` : body
  const text = marked.replace(containers, (line) => line.replace(/[-+*>.)]/g, '·'))
  const lines = text.split(/\r\n|\n|\r/)
  const disabledConstructs: string[] = []
  if (lines.filter((line) => /^ {0,3}(-+|=+)[ \t]*$/.test(line)).length > MAX_UNDERLINES) {
    disabledConstructs.push('setextUnderline')
  }
  if (longestLazyRun(lines) > MAX_LAZY_LINES) disabledConstructs.push('blockQuote', 'list')
  return { text, disabledConstructs }
}

/** The longest run of lazy continuation lines: lines of a list or blockquote without a marker or indentation. */
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

/**
 * After `MAX_MARKS` emphasis, link or image markers in one paragraph, further ones are plain characters. So is a run of
 * more than `MAX_RUN` emphasis markers, because each pair of them would be nested in the next.
 */
export function emphasisLimitSyntax(): Extension {
  return {
    text: {
      33: plainBeyondLimit(1),
      42: plainBeyondLimit(MAX_RUN),
      95: plainBeyondLimit(MAX_RUN),
      126: plainBeyondLimit(MAX_RUN),
      91: plainBeyondLimit(1),
      93: plainBeyondLimit(1),
    },
  }
}

/** `maxRun` is 1 for markers that do not form runs. */
function plainBeyondLimit(maxRun: number): Construct {
  const counts = new WeakMap<TokenizeContext, number>()
  return {
    name: 'markLimit',
    tokenize(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
      const count = (counts.get(this) ?? 0) + 1
      counts.set(this, count)
      let length = 0
      return (first: Code) => {
        effects.enter('data')
        return within(first)

        function within(code: Code): State | undefined {
          if (code === first && (length === 0 || maxRun > 1)) {
            length++
            effects.consume(code)
            return within
          }
          if (count <= MAX_MARKS && length <= maxRun) return nok(code)
          effects.exit('data')
          return ok(code)
        }
      }
    },
  }
}
