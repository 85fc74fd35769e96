import { stripTypeScriptTypes } from 'node:module'
import { type AnyNode, type Expression, type Node, type Program, parse } from 'acorn'

/** Settings in code nest less deeply; deeper data counts as unknown. */
const MAX_DEPTH = 60
/** In characters. */
const MAX_LENGTH = 1_000_000

/**
 * What a module exports by default, as far as it is written down as data: literals, objects, arrays and constants of the
 * module. Nothing is executed; everything else is undefined. Undefined too if the module cannot be parsed.
 */
export function defaultExportOf(code: string, path: string): unknown {
  if (code.length > MAX_LENGTH) return undefined
  try {
    if (/\.json$/i.test(path)) return JSON.parse(code)
    const plain = /\.[cm]?ts$/i.test(path) ? stripTypeScriptTypes(code) : code
    return exportIn(parse(plain, { ecmaVersion: 'latest', sourceType: 'module', allowHashBang: true }))
  } catch {
    // Not a module that can be parsed: the caller uses the defaults.
    return undefined
  }
}

/** Constants that refer to each other can stand for far more data than the module has. */
const MAX_VALUES = 100_000

type Module = { readonly constants: ReadonlyMap<string, Node>; values: number }

function exportIn(program: Program): unknown {
  const constants = new Map<string, Node>()
  let exported: Node | undefined
  for (const statement of program.body as AnyNode[]) {
    if (statement.type === 'VariableDeclaration')
      for (const { id, init } of statement.declarations)
        if (id.type === 'Identifier' && init) constants.set(id.name, init)
    if (statement.type === 'ExportDefaultDeclaration') exported = statement.declaration
    if (statement.type === 'ExpressionStatement') exported = moduleExports(statement.expression) ?? exported
  }
  return exported === undefined ? undefined : valueOf(exported as AnyNode, { constants, values: 0 }, 0)
}

/** The right side of `module.exports = …`. */
function moduleExports(expression: Expression): Node | undefined {
  if (expression.type !== 'AssignmentExpression' || expression.left.type !== 'MemberExpression')
    return undefined
  const { object, property } = expression.left
  const isModule = object.type === 'Identifier' && object.name === 'module'
  return isModule && property.type === 'Identifier' && property.name === 'exports'
    ? expression.right
    : undefined
}

function valueOf(node: AnyNode, module: Module, depth: number): unknown {
  if (depth > MAX_DEPTH || ++module.values > MAX_VALUES) return undefined
  const inner = (one: Node) => valueOf(one as AnyNode, module, depth + 1)
  switch (node.type) {
    case 'Literal':
      return node.value
    case 'TemplateLiteral':
      return node.expressions.length === 0
        ? node.quasis.map(({ value }) => value.cooked ?? '').join('')
        : undefined
    case 'Identifier': {
      const constant = module.constants.get(node.name)
      return constant === undefined ? undefined : inner(constant)
    }
    case 'ArrayExpression':
      return node.elements.flatMap((element) => {
        if (element === null) return []
        if (element.type !== 'SpreadElement') return [inner(element)]
        const spread = inner(element.argument)
        return Array.isArray(spread) ? spread : []
      })
    case 'ObjectExpression':
      return Object.fromEntries(
        node.properties.flatMap((property): [string, unknown][] => {
          if (property.type === 'SpreadElement') return Object.entries(Object(inner(property.argument)))
          const name = nameOf(property.key, property.computed)
          return name === null ? [] : [[name, inner(property.value)]]
        }),
      )
    case 'CallExpression':
      // `require.resolve('./sidebars.js')` is a path.
      return node.arguments.length === 1 && node.callee.type === 'MemberExpression' && node.arguments[0]
        ? inner(node.arguments[0])
        : undefined
    default:
      return undefined
  }
}

function nameOf(key: AnyNode, isComputed: boolean): string | null {
  if (key.type === 'Literal') return String(key.value)
  return key.type === 'Identifier' && !isComputed ? key.name : null
}
