import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config'
import { expect, test } from 'vitest'
import { domainFolderCycles, importRules } from './import-rules.ts'
import { makeTestFolder } from './test-folder.ts'

/** One planted violation per rule: the file and its forbidden import. */
const violations: readonly (readonly [rule: string, file: string, imports: string])[] = [
  ['contract-imports-only-itself', 'src/contract/stray.ts', '#server/errors.ts'],
  ['markup-imports-only-contract', 'src/markup/stray.ts', '../server/errors.ts'],
  ['dashboard-imports-only-contract-markup', 'src/dashboard/stray.tsx', '#server/errors.ts'],
  ['sql-only-in-queries', 'src/server/domain/stray/handlers.ts', 'kysely'],
  ['domain-imports-no-entry-point', 'src/server/domain/stray/entry.ts', '#server/http/app.ts'],
  ['domain-imports-no-publishing', 'src/server/domain/stray/page.ts', '../../publishing/page.ts'],
  [
    'publishing-imports-no-domain-handlers',
    'src/server/publishing/stray.ts',
    '../domain/sites/site-handlers.ts',
  ],
  ['publishing-imports-no-printing', 'src/server/publishing/stray-print.ts', '../printing/tickets.ts'],
  ['spaces-and-sites-import-no-trash', 'src/server/domain/spaces/stray.ts', '../trash/trash.ts'],
  ['lower-server-modules-import-no-domain', 'src/server/search/stray.ts', '#server/domain/sites/queries.ts'],
  ['rules-are-pure', 'src/server/domain/stray/rules.ts', './handlers.ts'],
  ['browser-code-uses-no-node-modules', 'src/markup/stray-core.ts', 'node:fs'],
  ['only-http-imports-scim', 'src/server/domain/stray/scim.ts', '../../scim/errors.ts'],
  ['scim-imports-no-http', 'src/server/scim/stray.ts', '../http/errors.ts'],
  ['only-tests-import-testing', 'src/server/domain/stray/testing.ts', '#testing/app.ts'],
  ['published-imports-only-contract-markup', 'src/published/stray.ts', '#server/errors.ts'],
  [
    'server-imports-only-contract-markup-published',
    'src/server/domain/stray/view.ts',
    '#dashboard/lib/paths.ts',
  ],
  ['features-import-no-other-feature', 'src/dashboard/features/stray/page.ts', '../sites/queries.ts'],
  ['dashboard-layers-import-downward', 'src/dashboard/lib/stray.ts', '../features/sites/queries.ts'],
  ['ui-components-know-no-product', 'src/dashboard/components/ui/stray.ts', '#contract/api.ts'],
  ['no-cycles', 'src/markup/stray-cycle.ts', './stray-cycle.ts'],
]

/** Two folders of the domain that import each other, through different files, so that there is no cycle of files. */
const mutualImports: readonly (readonly [file: string, imports: string])[] = [
  ['src/server/domain/stray/one.ts', '../stray-other/two.ts'],
  ['src/server/domain/stray-other/two.ts', '../../errors.ts'],
  ['src/server/domain/stray-other/three.ts', '../stray/four.ts'],
  ['src/server/domain/stray/four.ts', '../../errors.ts'],
]

const planted = [...violations.map(([, file, imports]) => [file, imports] as const), ...mutualImports]

/** A copy of the source with the violations in it, so that no other test reads them. */
function plantedFolder(): string {
  const folder = makeTestFolder()
  for (const name of ['src', 'package.json', 'tsconfig.json'])
    cpSync(name, join(folder, name), { recursive: true })
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  for (const [file, imports] of planted) {
    mkdirSync(join(folder, dirname(file)), { recursive: true })
    writeFileSync(join(folder, file), `import * as stray from '${imports}'\nexport const strange = stray\n`)
  }
  return folder
}

async function cruiseResult(paths: string[], baseDir = process.cwd()): Promise<ICruiseResult> {
  const { options, forbidden } = importRules
  const { output } = await cruise(
    paths,
    { ...options, baseDir, preserveSymlinks: true, ruleSet: { forbidden }, validate: true } as never,
    {},
    { tsConfig: extractTSConfig(join(baseDir, 'tsconfig.json')) },
  )
  if (typeof output === 'string') throw new Error('dependency-cruiser answered text instead of a result')
  return output
}

const importsIn = ({ modules }: ICruiseResult) =>
  modules.flatMap(({ source, dependencies }) =>
    dependencies.map(({ resolved }) => ({ from: source, to: resolved })),
  )

test('every module imports only what it may', async () => {
  const result = await cruiseResult(['src'])
  const messages = result.summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)
  expect(messages).toEqual([])
  expect(domainFolderCycles(importsIn(result))).toEqual([])
  expect(result.summary.totalCruised).toBeGreaterThan(1500)
}, 120_000)

test('a planted violation of each rule is caught, with an alias or a relative path', async () => {
  const rules = importRules.forbidden.map(({ name }) => name)
  expect([...new Set(violations.map(([rule]) => rule))].sort()).toEqual(rules.sort())
  const result = await cruiseResult(
    [
      'src/contract',
      'src/markup',
      ...planted.map(([file]) => file).filter((file) => !/^src\/(contract|markup)\//.test(file)),
    ],
    plantedFolder(),
  )
  const caught = new Set(result.summary.violations.map(({ rule, from }) => `${rule.name} ${from}`))
  for (const [rule, file] of violations) expect(caught).toContain(`${rule} ${file}`)
  expect(domainFolderCycles(importsIn(result))).toContain('stray ↔ stray-other')
}, 120_000)

test('a cycle of three domain folders counts unless it goes through handlers', () => {
  const file = (path: string) => `src/server/domain/${path}`
  const cycle = (first: string) => [
    { from: file(first), to: file('b/queries.ts') },
    { from: file('b/present.ts'), to: file('c/queries.ts') },
    { from: file('c/rules.ts'), to: file('a/queries.ts') },
  ]
  expect(domainFolderCycles(cycle('a/present.ts'))).toEqual(['a → b → c → a'])
  expect(domainFolderCycles(cycle('a/site-handlers.ts'))).toEqual([])
})
