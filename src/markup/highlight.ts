import type { ElementContent } from 'hast'
import { createHighlighterCore, type ThemeRegistrationRaw } from 'shiki/core'
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript'
import { grammarOf, grammars } from './grammars.ts'

export interface Highlighter {
  /** Loads the grammars of these languages; unknown names are ignored. */
  prepare: (languages: Iterable<string>) => Promise<void>
  /** Highlighted code as text and `span`s with class names; null if its language is unknown or not prepared. */
  highlight: (code: string, language: string) => ElementContent[] | null
}

/** Longer code is not highlighted, so that one page cannot block the process. */
const MAX_CODE_LENGTH = 60_000
const MAX_LINE_LENGTH = 2_000

/** Highlights code with class names instead of styles and without `eval`, so it works under a strict security policy. */
export async function createHighlighter(): Promise<Highlighter> {
  const engine = createJavaScriptRegexEngine({ forgiving: true })
  const core = await createHighlighterCore({ themes: [theme], langs: [], engine })
  const ready = new Set<string>()

  async function load(name: string): Promise<void> {
    const grammar = grammarOf(name)
    if (!grammar || ready.has(grammar)) return
    await core.loadLanguage(grammars[grammar])
    ready.add(grammar)
  }

  function highlight(code: string, language: string): ElementContent[] | null {
    const grammar = grammarOf(language)
    if (!grammar || !ready.has(grammar) || code.length > MAX_CODE_LENGTH) return null
    const lines = core.codeToTokensBase(code, {
      lang: grammar,
      theme: theme.name,
      tokenizeMaxLineLength: MAX_LINE_LENGTH,
      // A limit that a busy machine could reach would make the output depend on load.
      tokenizeTimeLimit: 5_000,
    })
    return lines.flatMap((line, index) => {
      const tokens = line.map(({ content, color }) => tokenNode(content, classOf(color)))
      return index === 0 ? tokens : [tokenNode('\n', undefined), ...tokens]
    })
  }

  return {
    highlight,
    prepare: async (languages) => void (await Promise.all([...new Set(languages)].map(load))),
  }
}

function tokenNode(value: string, className: string | undefined): ElementContent {
  const text = { type: 'text' as const, value }
  if (!className || value.trim() === '') return text
  return { type: 'element', tagName: 'span', properties: { className: [className] }, children: [text] }
}

/** The class of a token by its scopes. The more specific scope wins, then the later rule. */
const rules: [className: string, scopes: string][] = [
  ['t-u', 'punctuation, meta.brace'],
  ['t-s', 'string, constant.character, constant.other.option, markup.inline.raw, markup.quote'],
  ['t-s', 'markup.underline.link, punctuation.definition.string'],
  ['t-n', 'constant, support.constant, variable.other.constant, keyword.other.unit'],
  ['t-n', 'punctuation.definition.constant'],
  ['t-k', 'keyword, storage, entity.name.tag, variable.language, markup.heading'],
  ['t-k', 'punctuation.definition.heading, support.type.property-name.json'],
  ['t-k', 'punctuation.support.type.property-name'],
  ['t-f', 'entity.name.function, support.function, entity.other.attribute-name, entity.name.command'],
  ['t-f', 'support.type.property-name, variable.other.property.toml, meta.function-call.generic'],
  ['t-f', 'entity.name.section, support.type.property-name.css, entity.name.tag.yaml'],
  ['t-t', 'entity.name.type, entity.name.class, support.class, support.type, storage.type.built-in'],
  ['t-t', 'entity.other.inherited-class, entity.name.namespace'],
  ['t-p', 'variable.parameter, variable.other.normal.shell, variable.other.bracket.shell'],
  ['t-p', 'punctuation.definition.variable.shell, meta.attribute'],
  ['t-add', 'markup.inserted, punctuation.definition.inserted'],
  ['t-del', 'markup.deleted, punctuation.definition.deleted'],
  ['t-c', 'comment, punctuation.definition.comment, string.quoted.docstring'],
  ['t-c', 'string.quoted.docstring punctuation.definition.string'],
]

/** Shiki themes can only assign colors, so each class is represented by a color. */
const classes = [...new Set(rules.map(([name]) => name))]
const colorOf = (name: string) => `#0000${(classes.indexOf(name) + 16).toString(16)}`.toUpperCase()
const classOf = (color: string | undefined) => classes.find((name) => colorOf(name) === color?.toUpperCase())

const theme = {
  name: 'classes',
  type: 'light',
  settings: [
    { settings: { foreground: '#000000', background: '#FFFFFF' } },
    ...rules.map(([name, scopes]) => ({
      scope: scopes.split(', '),
      settings: { foreground: colorOf(name) },
    })),
  ],
} satisfies ThemeRegistrationRaw
