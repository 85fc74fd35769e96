// Who may import whom. Each rule is proven by a planted violation in rooms.test.ts.

const tests = '([.]test[.]tsx?$|^src/testing/)'

const only = (from: string, ...to: string[]) => ({
  name: `${from}-imports-only-${to.join('-') || 'itself'}`,
  severity: 'error',
  from: { path: `^src/${from}/`, pathNot: tests },
  to: { path: '^src/', pathNot: [from, ...to].map((room) => `^src/${room}/`) },
})

const never = (name: string, from: object, to: object) => ({ name, severity: 'error', from, to })

const database = '^node_modules/(kysely|pg)/'

export const rooms = {
  forbidden: [
    only('contract'),
    only('markup', 'contract'),
    only('published', 'contract', 'markup'),
    only('dashboard', 'contract', 'markup'),
    only('server', 'contract', 'markup', 'published'),
    never(
      'features-are-strangers',
      { path: '^src/dashboard/features/([^/]+)/', pathNot: tests },
      { path: '^src/dashboard/features/', pathNot: '^src/dashboard/features/$1/' },
    ),
    never(
      'dashboard-flows-down',
      { path: '^src/dashboard/(components|hooks|lib)/', pathNot: tests },
      { path: '^src/dashboard/(routes|features)/' },
    ),
    never(
      'parts-know-no-product',
      { path: '^src/dashboard/components/ui/', pathNot: tests },
      { path: '^src/(contract|dashboard/components/(?!ui/))' },
    ),
    never(
      'sql-lives-in-queries',
      { path: '^src/server/domain/', pathNot: ['(/queries|-queries)[.]ts$', tests] },
      { path: database, dependencyTypesNot: ['type-only'] },
    ),
    never(
      'domain-knows-no-door',
      {
        path: '^src/server/(domain|content|publishing|search|jobs|auth|db|importing|exporting|printing|mail)/',
        pathNot: tests,
      },
      { path: '^src/server/(http/|tasks/|cli/|main[.]ts)' },
    ),
    never(
      'below-domain-is-below',
      { path: '^src/server/(content|search|jobs|auth|db|mail|exporting)/', pathNot: tests },
      { path: '^src/server/domain/' },
    ),
    never(
      'rules-are-pure',
      { path: '/rules[.]ts$' },
      {
        path: ['/(queries|handlers)[.]ts$', '^src/server/(db/(?!tables/)|jobs)/'],
        dependencyTypesNot: ['type-only'],
      },
    ),
    never(
      'browser-knows-no-node',
      { path: '^src/(contract|markup|dashboard|published/client)/', pathNot: tests },
      { dependencyTypes: ['core'] },
    ),
    never('tests-stay-out', { path: '^src/', pathNot: tests }, { path: '^src/testing/' }),
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
