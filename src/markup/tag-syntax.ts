import type { CompileContext, Extension as FromMarkdown } from 'mdast-util-from-markdown'
import type { Code, Construct, Effects, Extension, State, Token, TokenizeContext } from 'micromark-util-types'
import type {} from 'remark-parse'
import type { Processor } from 'unified'
import { emphasisLimitSyntax, MAX_TAG_LENGTH } from './parsing-limits.ts'
import { parseTagName } from './tags.ts'

declare module 'micromark-util-types' {
  interface TokenTypeMap {
    blockTag: 'blockTag'
    formula: 'formula'
    formulaLine: 'formulaLine'
  }
}

/** No name is longer, even with `end` before it. */
const MAX_NAME_LENGTH = 50

const eol = (code: Code) => code !== null && code < -2
const blank = (code: Code) => code === -2 || code === -1 || code === 32
const [quote, apostrophe, dollar, percent, equals, brace, closingBrace] = [34, 39, 36, 37, 61, 123, 125]
const [at, slash] = [64, 47]

/** Extends the Markdown parser with tags, formulas, and the spans of link URLs. */
export function lecternSyntax(this: Processor): void {
  const data = this.data()
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), syntax, emphasisLimitSyntax()]
  data.fromMarkdownExtensions = [...(data.fromMarkdownExtensions ?? []), nodes]
}

const tag: Construct = { name: 'blockTag', tokenize: tokenizeTag }
const tagLine: Construct = { name: 'blockTagLine', tokenize: tokenizeTagLine }
const formula: Construct = { name: 'formula', tokenize: tokenizeFormula }

const syntax: Extension = {
  flow: { [brace]: tagLine },
  text: { [brace]: tag, [dollar]: formula },
}

const nodes: FromMarkdown = {
  enter: {
    blockTag(token) {
      this.enter({ type: 'tagMark', value: this.sliceSerialize(token) }, token)
    },
    formula(token) {
      this.enter({ type: 'formula', value: this.sliceSerialize(token).slice(2, -2).trim() }, token)
    },
  },
  exit: {
    blockTag(token) {
      this.exit(token)
    },
    formula(token) {
      this.exit(token)
    },
    resourceDestinationString(token) {
      const url = this.resume()
      storeUrl(this.stack.at(-1), url, token)
    },
    definitionDestinationString(token) {
      const url = this.resume()
      storeUrl(this.stack.at(-1), url, token)
    },
  },
}

function storeUrl(node: CompileContext['stack'][number] | undefined, url: string, token: Token): void {
  if (!node || !('url' in node)) return
  node.url = url
  node.data = { ...node.data, urlSpan: { start: token.start.offset, end: token.end.offset } }
}

/** A line of tags only. As a separate block it ends paragraphs and lists without a blank line. */
function tokenizeTagLine(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
  return effects.attempt(tag, after, nok)

  function after(code: Code): State | undefined {
    if (code === null || eol(code)) return ok(code)
    if (code === brace) return effects.attempt(tag, after, nok)(code)
    if (!blank(code)) return nok(code)
    effects.enter('whitespace')
    return space(code)
  }

  function space(code: Code): State | undefined {
    if (blank(code)) {
      effects.consume(code)
      return space
    }
    effects.exit('whitespace')
    return after(code)
  }
}

/** `{%`, a known name, attributes, `%}`; all on one line, and `%}` inside quotes does not end it. */
function tokenizeTag(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
  let name = ''
  let previous: Code = null
  let open: Code = null
  let length = 0
  return start

  function start(code: Code): State | undefined {
    effects.enter('blockTag')
    effects.consume(code)
    return percentSign
  }

  function percentSign(code: Code): State | undefined {
    if (code !== percent) return nok(code)
    effects.consume(code)
    return beforeName
  }

  function beforeName(code: Code): State | undefined {
    if (!blank(code)) return inName(code)
    effects.consume(code)
    return beforeName
  }

  function inName(code: Code): State | undefined {
    const isLetter = code !== null && ((code >= 97 && code <= 122) || isInName(code, name))
    if (!isLetter) return parseTagName(name) ? inside(code) : nok(code)
    if (name.length > MAX_NAME_LENGTH) return nok(code)
    name += String.fromCharCode(code)
    effects.consume(code)
    return inName
  }

  function inside(code: Code): State | undefined {
    if (code === null || eol(code) || ++length > MAX_TAG_LENGTH) return nok(code)
    if (open === null && previous === percent && code === closingBrace) {
      effects.consume(code)
      effects.exit('blockTag')
      return ok
    }
    if (code === open) open = null
    else if (open === null && (code === quote || code === apostrophe) && previous === equals) open = code
    previous = code
    effects.consume(code)
    return inside
  }
}

/** `-` and, in names of blocks of other services, `@` and `/`. */
function isInName(code: number, name: string): boolean {
  if (code === at) return name === ''
  return name !== '' && (code === 45 || (code === slash && name.startsWith('@')))
}

/** Two dollar signs, anything within the paragraph, two dollar signs. */
function tokenizeFormula(this: TokenizeContext, effects: Effects, ok: State, nok: State): State {
  const before = this.previous
  let signs = 0
  return start

  function start(code: Code): State | undefined {
    if (before === dollar) return nok(code)
    effects.enter('formula')
    return opening(code)
  }

  function opening(code: Code): State | undefined {
    if (code !== dollar) return signs === 2 ? begin(code) : nok(code)
    if (++signs > 2) return nok(code)
    effects.consume(code)
    return opening
  }

  function begin(code: Code): State | undefined {
    if (code === null) return nok(code)
    if (eol(code)) {
      effects.enter('lineEnding')
      effects.consume(code)
      effects.exit('lineEnding')
      return begin
    }
    // Every line has its own token, because the paragraph parser cannot continue past a line without one.
    effects.enter('formulaLine')
    signs = 0
    return within(code)
  }

  function within(code: Code): State | undefined {
    if (signs === 2 || code === null || eol(code)) {
      effects.exit('formulaLine')
      return signs === 2 ? end(code) : begin(code)
    }
    signs = code === dollar ? signs + 1 : 0
    effects.consume(code)
    return within
  }

  function end(code: Code): State | undefined {
    effects.exit('formula')
    return ok(code)
  }
}
