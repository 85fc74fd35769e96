import type { ElementContent } from 'hast'
import { createHighlighterCore, type ThemeRegistrationRaw } from 'shiki/core'
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript'
import { grammarOf, grammars } from './grammars.ts'

export interface Highlighter {
  /** Loads the grammars of these languages; names nobody knows are passed over. */
  prepare: (languages: Iterable<string>) => Promise<void>
  /** Coloured code as text and `span`s with class names; null while its language is unknown or not prepared. */
  highlight: (code: string, language: string) => ElementContent[] | null
}

/** Longer code stays plain, so that one page cannot hold up all others. */
const longestCode = 60_000
const longestLine = 2_000

/** Colours code without styles in the markup and without `eval`, so it runs under a strict security policy. */
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
    if (!grammar || !ready.has(grammar) || code.length > longestCode) return null
    const lines = core.codeToTokensBase(code, {
      lang: grammar,
      theme: theme.name,
      tokenizeMaxLineLength: longestLine,
      // A limit that a busy machine could reach would make the same page come out in two ways.
      tokenizeTimeLimit: 5_000,
    })
    return lines.flatMap((line, index) => {
      const drawn = line.map(({ content, color }) => drawnToken(content, classOf(color)))
      return index === 0 ? drawn : [drawnToken('\n', undefined), ...drawn]
    })
  }

  return {
    highlight,
    prepare: async (languages) => void (await Promise.all([...new Set(languages)].map(load))),
  }
}

function drawnToken(value: string, className: string | undefined): ElementContent {
  const text = { type: 'text' as const, value }
  if (!className || value.trim() === '') return text
  return { type: 'element', tagName: 'span', properties: { className: [className] }, children: [text] }
}

/** Which of the reader's classes a token gets, by its scopes; the more exact scope wins, then the later rule. */
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

/** Themes know colours only, so each class has a colour that stands for it. */
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
