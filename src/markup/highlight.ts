import type { ElementContent } from 'hast'
import { createHighlighterCore, type LanguageInput, type ThemeRegistrationRaw } from 'shiki/core'
import { createJavaScriptRegexEngine } from 'shiki/engine/javascript'

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
      tokenizeTimeLimit: 100,
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

type Rule = [className: string, scopes: string[]]

/** Which of the reader's classes a token gets; a later rule wins over an earlier one of the same depth. */
const rules: Rule[] = [
  ['t-u', ['punctuation', 'keyword.operator.assignment.yaml', 'meta.brace']],
  [
    't-s',
    [
      'string',
      'constant.character',
      'markup.inline.raw',
      'markup.quote',
      'markup.underline.link',
      'punctuation.definition.string',
    ],
  ],
  [
    't-n',
    ['constant', 'support.constant', 'variable.other.constant', 'keyword.other.unit', 'constant.language'],
  ],
  [
    't-k',
    [
      'keyword',
      'storage',
      'entity.name.tag',
      'variable.language',
      'markup.heading',
      'punctuation.definition.heading',
      'keyword.operator',
      'support.type.property-name.json',
    ],
  ],
  [
    't-f',
    [
      'entity.name.function',
      'support.function',
      'entity.other.attribute-name',
      'entity.name.command',
      'support.type.property-name',
      'variable.other.property.toml',
      'meta.function-call.generic',
      'entity.name.section',
    ],
  ],
  [
    't-t',
    [
      'entity.name.type',
      'entity.name.class',
      'support.class',
      'support.type',
      'entity.other.inherited-class',
      'entity.name.namespace',
      'storage.type.built-in',
    ],
  ],
  ['t-p', ['variable.parameter', 'variable.other.bracket.shell', 'meta.attribute']],
  ['t-f', ['support.type.property-name.css', 'entity.name.tag.yaml', 'variable.other.key']],
  ['t-add', ['markup.inserted']],
  ['t-del', ['markup.deleted']],
  ['t-c', ['comment', 'punctuation.definition.comment', 'string.quoted.docstring']],
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
    ...rules.map(([name, scope]) => ({ scope, settings: { foreground: colorOf(name) } })),
  ],
} satisfies ThemeRegistrationRaw

const grammars = {
  angular: () => import('shiki/langs/angular-html.mjs'),
  apache: () => import('shiki/langs/apache.mjs'),
  bat: () => import('shiki/langs/bat.mjs'),
  c: () => import('shiki/langs/c.mjs'),
  clojure: () => import('shiki/langs/clojure.mjs'),
  cmake: () => import('shiki/langs/cmake.mjs'),
  cpp: () => import('shiki/langs/cpp.mjs'),
  csharp: () => import('shiki/langs/csharp.mjs'),
  css: () => import('shiki/langs/css.mjs'),
  csv: () => import('shiki/langs/csv.mjs'),
  dart: () => import('shiki/langs/dart.mjs'),
  diff: () => import('shiki/langs/diff.mjs'),
  docker: () => import('shiki/langs/docker.mjs'),
  elixir: () => import('shiki/langs/elixir.mjs'),
  erlang: () => import('shiki/langs/erlang.mjs'),
  go: () => import('shiki/langs/go.mjs'),
  graphql: () => import('shiki/langs/graphql.mjs'),
  groovy: () => import('shiki/langs/groovy.mjs'),
  haskell: () => import('shiki/langs/haskell.mjs'),
  hcl: () => import('shiki/langs/hcl.mjs'),
  html: () => import('shiki/langs/html.mjs'),
  http: () => import('shiki/langs/http.mjs'),
  ini: () => import('shiki/langs/ini.mjs'),
  java: () => import('shiki/langs/java.mjs'),
  javascript: () => import('shiki/langs/javascript.mjs'),
  json: () => import('shiki/langs/json.mjs'),
  jsonc: () => import('shiki/langs/jsonc.mjs'),
  jsx: () => import('shiki/langs/jsx.mjs'),
  kotlin: () => import('shiki/langs/kotlin.mjs'),
  lua: () => import('shiki/langs/lua.mjs'),
  make: () => import('shiki/langs/make.mjs'),
  markdown: () => import('shiki/langs/markdown.mjs'),
  nginx: () => import('shiki/langs/nginx.mjs'),
  'objective-c': () => import('shiki/langs/objective-c.mjs'),
  perl: () => import('shiki/langs/perl.mjs'),
  php: () => import('shiki/langs/php.mjs'),
  powershell: () => import('shiki/langs/powershell.mjs'),
  prisma: () => import('shiki/langs/prisma.mjs'),
  proto: () => import('shiki/langs/proto.mjs'),
  python: () => import('shiki/langs/python.mjs'),
  r: () => import('shiki/langs/r.mjs'),
  ruby: () => import('shiki/langs/ruby.mjs'),
  rust: () => import('shiki/langs/rust.mjs'),
  scala: () => import('shiki/langs/scala.mjs'),
  scss: () => import('shiki/langs/scss.mjs'),
  shellscript: () => import('shiki/langs/shellscript.mjs'),
  shellsession: () => import('shiki/langs/shellsession.mjs'),
  solidity: () => import('shiki/langs/solidity.mjs'),
  sql: () => import('shiki/langs/sql.mjs'),
  svelte: () => import('shiki/langs/svelte.mjs'),
  swift: () => import('shiki/langs/swift.mjs'),
  terraform: () => import('shiki/langs/terraform.mjs'),
  toml: () => import('shiki/langs/toml.mjs'),
  tsx: () => import('shiki/langs/tsx.mjs'),
  typescript: () => import('shiki/langs/typescript.mjs'),
  vue: () => import('shiki/langs/vue.mjs'),
  xml: () => import('shiki/langs/xml.mjs'),
  yaml: () => import('shiki/langs/yaml.mjs'),
} satisfies Record<string, LanguageInput>

type Grammar = keyof typeof grammars

const aliases: Record<string, Grammar> = {
  bash: 'shellscript',
  'c#': 'csharp',
  'c++': 'cpp',
  cjs: 'javascript',
  cmd: 'bat',
  conf: 'ini',
  console: 'shellsession',
  cs: 'csharp',
  dockerfile: 'docker',
  env: 'ini',
  ex: 'elixir',
  gql: 'graphql',
  htm: 'html',
  js: 'javascript',
  json5: 'jsonc',
  kt: 'kotlin',
  makefile: 'make',
  markup: 'html',
  md: 'markdown',
  mjs: 'javascript',
  objc: 'objective-c',
  patch: 'diff',
  properties: 'ini',
  protobuf: 'proto',
  ps1: 'powershell',
  py: 'python',
  python3: 'python',
  rb: 'ruby',
  rs: 'rust',
  sh: 'shellscript',
  shell: 'shellscript',
  svg: 'xml',
  tf: 'terraform',
  ts: 'typescript',
  yml: 'yaml',
  zsh: 'shellscript',
}

function grammarOf(language: string): Grammar | null {
  const name = language.toLowerCase()
  if (isGrammar(name)) return name
  return (Object.hasOwn(aliases, name) && aliases[name]) || null
}

function isGrammar(name: string): name is Grammar {
  return Object.hasOwn(grammars, name)
}
