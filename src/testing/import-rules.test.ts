import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config'
import { afterAll, expect, test } from 'vitest'
import { rooms } from './import-rules.ts'

/** One stray file a rule: where it lies, and what it imports though it may not. */
const strays: readonly (readonly [rule: string, file: string, imports: string])[] = [
  ['contract-imports-only-itself', 'src/contract/stray.ts', '#server/errors.ts'],
  ['markup-imports-only-contract', 'src/markup/stray.ts', '../server/errors.ts'],
  ['dashboard-imports-only-contract-markup', 'src/dashboard/stray.tsx', '#server/errors.ts'],
  ['sql-lives-in-queries', 'src/server/domain/stray/handlers.ts', 'kysely'],
  ['domain-knows-no-door', 'src/server/domain/stray/door.ts', '#server/http/app.ts'],
  ['rules-are-pure', 'src/server/domain/stray/rules.ts', './handlers.ts'],
  ['browser-knows-no-node', 'src/markup/stray-core.ts', 'node:fs'],
]

const write = (file: string, text: string): void => {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

afterAll(() => {
  for (const [, file] of strays) rmSync(file, { force: true })
  rmSync('src/server/domain/stray', { recursive: true, force: true })
})

async function verdict(paths: string[]): Promise<ICruiseResult> {
  const { options, forbidden } = rooms
  const { output } = await cruise(
    paths,
    { ...options, ruleSet: { forbidden }, validate: true } as never,
    {},
    { tsConfig: extractTSConfig('tsconfig.json') },
  )
  if (typeof output === 'string') throw new Error('A text came where a result was asked for')
  return output
}

test('every room imports only what it may', async () => {
  const { summary } = await verdict(['src'])
  const found = summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)
  expect(found).toEqual([])
  expect(summary.totalCruised).toBeGreaterThan(150)
}, 120_000)

test('a stray import is caught, whatever its spelling', async () => {
  for (const [, file, imports] of strays)
    write(file, `import * as stray from '${imports}'\nexport const strange = stray\n`)
  const { summary } = await verdict([
    'src/contract',
    'src/markup',
    'src/dashboard/stray.tsx',
    'src/server/domain/stray',
  ])
  const caught = new Set(summary.violations.map(({ rule, from }) => `${rule.name} ${from}`))
  for (const [rule, file] of strays) expect(caught).toContain(`${rule} ${file}`)
}, 120_000)
