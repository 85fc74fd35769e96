import { globSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { parseSync } from 'vite'

/** A text that people can read, where the source has it. */
export type SourceString = { readonly file: string; readonly line: number; readonly text: string }

type SyntaxNode = {
  readonly type: string
  readonly start: number
  readonly end: number
  [key: string]: unknown
}

const root = resolve(import.meta.dirname, '../..')

/** Attributes and properties whose values no one reads. */
const CODE_NAMES = new Set([
  'className',
  'class',
  'id',
  'to',
  'href',
  'src',
  'type',
  'kind',
  'key',
  'name',
  'path',
  'rel',
  'role',
  'style',
  'autoComplete',
  'inputMode',
  'method',
  'd',
  'viewBox',
  'fill',
  'stroke',
  'operation',
  'permission',
  'pattern',
])
/** Functions whose arguments no one reads. */
const CODE_CALLS =
  /^(sql|matchMedia|querySelector(All)?|closest|getElementById|addEventListener|createElement|regex|RegExp)$/

/** Every text of the dashboard, the published pages, emails, errors and descriptions of the API, in order of files. */
export function userVisibleStrings(): readonly SourceString[] {
  const files = globSync('src/{dashboard,published,contract,server}/**/*.{ts,tsx}', { cwd: root })
  return files
    .filter((file) => !/\.test\.tsx?$|\/migrations\/|\.d\.ts$|routeTree/.test(file))
    .toSorted()
    .flatMap(stringsOf)
}

function stringsOf(file: string): readonly SourceString[] {
  const source = readFileSync(join(root, file), 'utf8')
  const { program } = parseSync(file, source, { lang: file.endsWith('x') ? 'tsx' : 'ts' })
  const strings: SourceString[] = []
  const add = (node: SyntaxNode, text: string): void => {
    const clean = text.replace(/\s+/g, ' ').trim()
    if (!isReadable(clean)) return
    strings.push({
      file: relative('.', file),
      line: source.slice(0, node.start).split('\n').length,
      text: clean,
    })
  }
  visit(program as unknown as SyntaxNode, add)
  return strings
}

/** A capitalized word or a text of several words; not a path, a selector or a key. */
const isReadable = (text: string): boolean =>
  /\p{L}{2}/u.test(text) &&
  !/^[./#@:[&]|^[\w-]+$|https?:\/\/\S+$/.test(text.replace(/^\p{Lu}\p{Ll}+$/u, 'A word')) &&
  (/^\p{Lu}/u.test(text) || /\s/.test(text))

function visit(node: SyntaxNode, add: (node: SyntaxNode, text: string) => void): void {
  switch (node.type) {
    case 'ImportDeclaration':
    case 'ExportAllDeclaration':
    case 'TSLiteralType':
    case 'TSTypeAnnotation':
    case 'TSTypeAliasDeclaration':
      return
    case 'JSXText':
      add(node, String(node.value))
      return
    case 'Literal':
      if (typeof node.value === 'string') add(node, node.value)
      return
    case 'TemplateLiteral':
      add(node, templateText(node))
      break
    case 'JSXAttribute':
    case 'Property':
      if (CODE_NAMES.has(nameOf((node.name ?? node.key) as SyntaxNode))) return
      break
    case 'CallExpression':
    case 'TaggedTemplateExpression':
      if (CODE_CALLS.test(nameOf((node.callee ?? node.tag) as SyntaxNode))) return
      break
  }
  for (const [key, child] of Object.entries(node)) {
    if (key === 'quasis') continue
    for (const one of Array.isArray(child) ? child : [child]) {
      if (isNode(one)) visit(one, add)
    }
  }
}

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && typeof (value as { type?: unknown }).type === 'string'

function templateText(node: SyntaxNode): string {
  const quasis = node.quasis as readonly { readonly value: { readonly cooked: string } }[]
  return quasis.map(({ value }) => value.cooked).join('…')
}

function nameOf(node: SyntaxNode): string {
  if (node.type === 'MemberExpression') return nameOf(node.property as SyntaxNode)
  return typeof node.name === 'string' ? node.name : String(node.value ?? '')
}

if (process.argv[1] === import.meta.filename) {
  for (const { file, line, text } of userVisibleStrings()) process.stdout.write(`${file}:${line}\t${text}\n`)
}
