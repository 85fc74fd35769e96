import { parseSync } from 'vite'

type SyntaxNode = {
  readonly type: string
  readonly start: number
  readonly end: number
  [key: string]: unknown
}

/** A place where a file reads a schema of an operation: `create.body` after `const { create } = api.teams`. */
export type SchemaRead = {
  readonly text: string
  readonly line: number
  /** The resources of `api` that the value may come from. */
  readonly resources: readonly string[]
  /** The module and name it is imported from; absent if the file itself takes it from `api`. */
  readonly from?: { readonly module: string; readonly name: string }
}

export type ContractUse = {
  readonly reads: readonly SchemaRead[]
  /** Exported names that hold operations, with their resources. */
  readonly exports: ReadonlyMap<string, readonly string[]>
}

const SCHEMAS = new Set(['params', 'query', 'body', 'response'])

/**
 * Finds where a file reads schemas of the contract by following the values that it takes from `api`: through constants,
 * destructuring, conditions, objects and functions that return them. Values that go through a call are not followed.
 * @param imported names in other modules that hold operations: module → name → resources
 */
export function contractUseOf(
  file: string,
  code: string,
  imported: (module: string, name: string) => readonly string[] | undefined = () => undefined,
): ContractUse {
  const { program } = parseSync(file, code, { lang: file.endsWith('x') ? 'tsx' : 'ts' }) as unknown as {
    program: SyntaxNode
  }
  const nodes = [...walk(program)]
  const known = new Map<string, Origin>([['api', { resources: [] }]])
  for (const node of nodes) if (node.type === 'ImportDeclaration') addImports(node, known, imported)
  // Again for functions and constants that are used before they are declared.
  for (const _ of [1, 2]) for (const node of nodes) declare(node, known, code)
  const reads = nodes.flatMap((node): SchemaRead[] => {
    const { object, property, computed } = node as {
      object?: SyntaxNode
      property?: SyntaxNode
      computed?: boolean
    }
    if (node.type !== 'MemberExpression' || computed === true || !object) return []
    if (!SCHEMAS.has(String(property?.name)) || (object.type === 'Identifier' && object.name === 'api'))
      return []
    const origin = originOf(object, known, code)
    if (!origin || origin.resources.length === 0) return []
    return [{ text: code.slice(node.start, node.end), line: lineAt(code, node.start), ...origin }]
  })
  const exports = new Map<string, readonly string[]>()
  for (const node of nodes) {
    if (node.type !== 'ExportNamedDeclaration') continue
    for (const name of declaredNames(node)) {
      const resources = known.get(name)?.resources ?? []
      if (resources.length > 0) exports.set(name, resources)
    }
  }
  return { reads, exports }
}

type Origin = Pick<SchemaRead, 'resources' | 'from'>

function addImports(
  node: SyntaxNode,
  known: Map<string, Origin>,
  imported: (module: string, name: string) => readonly string[] | undefined,
): void {
  const module = String((node.source as SyntaxNode).value)
  for (const specifier of node.specifiers as SyntaxNode[]) {
    const name = String((specifier.imported as SyntaxNode | undefined)?.name ?? '')
    const resources = imported(module, name)
    if (resources)
      known.set(String((specifier.local as SyntaxNode).name), { resources, from: { module, name } })
  }
}

function declare(node: SyntaxNode, known: Map<string, Origin>, code: string): void {
  if (node.type === 'VariableDeclarator') {
    const { id, init } = node as { id?: SyntaxNode; init?: SyntaxNode | null }
    const origin = init ? originOf(init, known, code) : undefined
    if (!id || !origin) return
    for (const name of namesIn(id)) known.set(name, origin)
  }
  if (node.type === 'FunctionDeclaration') {
    const origin = originOf(node, known, code)
    const name = (node.id as SyntaxNode | null)?.name
    if (origin && name !== undefined) known.set(String(name), origin)
  }
}

/** Where a value comes from; undefined if it holds no operation. */
function originOf(node: SyntaxNode, known: ReadonlyMap<string, Origin>, code: string): Origin | undefined {
  const child = (name: string) => node[name] as SyntaxNode | null | undefined
  const merge = (...parts: (SyntaxNode | null | undefined)[]) =>
    merged(parts.flatMap((part) => (part ? (originOf(part, known, code) ?? []) : [])))
  switch (node.type) {
    case 'Identifier':
      return known.get(String(node.name))
    case 'MemberExpression': {
      const object = child('object')
      if (object?.type === 'Identifier' && object.name === 'api')
        return { resources: [String(child('property')?.name)] }
      return merge(object)
    }
    case 'ConditionalExpression':
      return merge(child('consequent'), child('alternate'))
    case 'LogicalExpression':
      return merge(child('left'), child('right'))
    case 'ObjectExpression':
      return merge(
        ...(node.properties as SyntaxNode[]).map((one) => (one.value ?? one.argument) as SyntaxNode),
      )
    case 'ArrayExpression':
      return merge(...(node.elements as SyntaxNode[]))
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'ParenthesizedExpression':
    case 'ChainExpression':
      return merge(child('expression'))
    // Only functions of the file that return operations are followed.
    case 'CallExpression':
      return child('callee')?.type === 'Identifier' ? merge(child('callee')) : undefined
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
    case 'FunctionDeclaration': {
      const body = child('body')
      if (!body) return undefined
      if (body.type !== 'BlockStatement') return merge(body)
      return merge(
        ...[...walk(body)]
          .filter(({ type }) => type === 'ReturnStatement')
          .map((one) => one.argument as SyntaxNode),
      )
    }
    default:
      return undefined
  }
}

function merged(origins: readonly Origin[]): Origin | undefined {
  const [first] = origins
  if (!first) return undefined
  const from = origins.find((one) => one.from)?.from
  return { resources: [...new Set(origins.flatMap(({ resources }) => resources))], ...(from ? { from } : {}) }
}

const namesIn = (pattern: SyntaxNode): string[] =>
  pattern.type === 'Identifier'
    ? [String(pattern.name)]
    : ((pattern.properties ?? pattern.elements ?? []) as (SyntaxNode | null)[]).flatMap((one) =>
        one ? namesIn((one.value ?? one.argument ?? one) as SyntaxNode) : [],
      )

function declaredNames(node: SyntaxNode): string[] {
  const declaration = node.declaration as SyntaxNode | null
  if (declaration?.type === 'FunctionDeclaration') return [String((declaration.id as SyntaxNode).name)]
  if (declaration?.type === 'VariableDeclaration')
    return (declaration.declarations as SyntaxNode[]).flatMap((one) => namesIn(one.id as SyntaxNode))
  return (node.specifiers as SyntaxNode[]).map((one) => String((one.local as SyntaxNode).name))
}

function* walk(node: unknown): Generator<SyntaxNode> {
  if (Array.isArray(node)) for (const one of node) yield* walk(one)
  else if (typeof node === 'object' && node !== null) {
    if (typeof (node as SyntaxNode).type === 'string') yield node as SyntaxNode
    for (const value of Object.values(node)) if (typeof value === 'object') yield* walk(value)
  }
}

const lineAt = (code: string, at: number): number => code.slice(0, at).split('\n').length
