// Which modules may import which. `import-rules.test.ts` proves each rule with a planted violation.

const tests = '([.]test[.]tsx?$|^src/testing/)'

const only = (from: string, ...to: string[]) => ({
  name: `${from}-imports-only-${to.join('-') || 'itself'}`,
  severity: 'error',
  from: { path: `^src/${from}/`, pathNot: tests },
  to: { path: '^src/', pathNot: [from, ...to].map((module) => `^src/${module}/`) },
})

const never = (name: string, from: object, to: object) => ({ name, severity: 'error', from, to })

const database = '^node_modules/(kysely|pg)/'

export const importRules = {
  forbidden: [
    only('contract'),
    only('markup', 'contract'),
    only('published', 'contract', 'markup'),
    only('dashboard', 'contract', 'markup'),
    only('server', 'contract', 'markup', 'published'),
    never(
      'features-import-no-other-feature',
      { path: '^src/dashboard/features/([^/]+)/', pathNot: tests },
      { path: '^src/dashboard/features/', pathNot: '^src/dashboard/features/$1/' },
    ),
    never(
      'dashboard-layers-import-downward',
      { path: '^src/dashboard/(components|hooks|lib|data)/', pathNot: tests },
      { path: '^src/dashboard/(routes|features)/' },
    ),
    never(
      'ui-components-know-no-product',
      { path: '^src/dashboard/components/ui/', pathNot: tests },
      { path: '^src/(contract|dashboard/components/(?!ui/))' },
    ),
    never(
      'sql-only-in-queries',
      { path: '^src/server/domain/', pathNot: ['(/queries|-queries)[.]ts$', tests] },
      { path: database, dependencyTypesNot: ['type-only'] },
    ),
    never(
      'domain-imports-no-entry-point',
      {
        path: '^src/server/(domain|content|publishing|search|jobs|auth|db|importing|exporting|printing|mail|saml)/',
        pathNot: ['^src/server/jobs/handlers/', tests],
      },
      { path: '^src/server/(http/|jobs/handlers/|cli/|main[.]ts)' },
    ),
    never(
      'domain-imports-no-publishing',
      { path: '^src/server/domain/', pathNot: tests },
      { path: '^src/server/publishing/' },
    ),
    never(
      'publishing-imports-no-domain-handlers',
      { path: '^src/server/publishing/', pathNot: tests },
      { path: '^src/server/domain/.*(/|-)handlers[.]ts$' },
    ),
    never(
      'publishing-imports-no-printing',
      { path: '^src/server/publishing/', pathNot: tests },
      { path: '^src/server/printing/' },
    ),
    never(
      'spaces-and-sites-import-no-trash',
      { path: '^src/server/domain/(spaces|sites)/', pathNot: tests },
      { path: '^src/server/domain/trash/' },
    ),
    never(
      'lower-server-modules-import-no-domain',
      {
        path: '^src/server/(content|search|jobs|auth|db|mail|exporting|saml)/',
        pathNot: ['^src/server/jobs/handlers/', tests],
      },
      { path: '^src/server/(domain|publishing)/' },
    ),
    never(
      'only-http-imports-scim',
      { path: '^src/', pathNot: ['^src/server/(scim|http)/', tests] },
      { path: '^src/server/scim/' },
    ),
    never(
      'scim-imports-no-http',
      { path: '^src/server/scim/' },
      { path: '^src/server/(http|jobs/handlers|cli)/' },
    ),
    never(
      'rules-are-pure',
      { path: ['/rules[.]ts$', '^src/server/domain/sites/structure/'], pathNot: tests },
      {
        path: ['(/|-)(queries|handlers)[.]ts$', '^src/server/(db/(?!tables/)|jobs)/'],
        dependencyTypesNot: ['type-only'],
      },
    ),
    never(
      'browser-code-uses-no-node-modules',
      { path: '^src/(contract|markup|dashboard|published/client)/', pathNot: tests },
      { dependencyTypes: ['core'] },
    ),
    never('only-tests-import-testing', { path: '^src/', pathNot: tests }, { path: '^src/testing/' }),
    never(
      'no-cycles',
      { pathNot: 'route-tree[.]gen[.]ts$' },
      { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: 'route-tree[.]gen[.]ts$' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  },
}

/** An import of one module by another, by their paths. */
export type ModuleImport = { readonly from: string; readonly to: string }

const domainFolder = (path: string): string | undefined => /^src\/server\/domain\/([^/]+)\//.exec(path)?.[1]
const isHandlers = (path: string): boolean => /(^|[/-])handlers[.]ts$/.test(path)
const isTest = (path: string): boolean => new RegExp(tests).test(path)

/**
 * Folders of the domain that import each other, as `a ↔ b`, and cycles of three or more, as `a → b → c → a`. A resource's
 * handlers may use any other resource, so longer cycles are looked for without them.
 */
export function domainFolderCycles(imports: readonly ModuleImport[]): readonly string[] {
  const relevant = imports.filter(({ from }) => !isTest(from))
  const all = folderGraph(relevant)
  const pairs = [...all].flatMap(([from, targets]) =>
    [...targets].filter((to) => from < to && all.get(to)?.has(from)).map((to) => `${from} ↔ ${to}`),
  )
  const cycle = cycleIn(folderGraph(relevant.filter(({ from }) => !isHandlers(from))))
  return cycle === undefined || cycle.length <= 2 ? pairs : [...pairs, [...cycle, cycle[0]].join(' → ')]
}

function folderGraph(imports: readonly ModuleImport[]): ReadonlyMap<string, ReadonlySet<string>> {
  const graph = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
    const [source, target] = [domainFolder(from), domainFolder(to)]
    if (source === undefined || target === undefined || source === target) continue
    graph.set(source, (graph.get(source) ?? new Set()).add(target))
  }
  return graph
}

function cycleIn(graph: ReadonlyMap<string, ReadonlySet<string>>): readonly string[] | undefined {
  const finished = new Set<string>()
  const visit = (folder: string, path: readonly string[]): readonly string[] | undefined => {
    if (path.includes(folder)) return path.slice(path.indexOf(folder))
    if (finished.has(folder)) return undefined
    for (const next of graph.get(folder) ?? []) {
      const cycle = visit(next, [...path, folder])
      if (cycle !== undefined) return cycle
    }
    finished.add(folder)
    return undefined
  }
  for (const folder of graph.keys()) {
    const cycle = visit(folder, [])
    if (cycle !== undefined) return cycle
  }
  return undefined
}
