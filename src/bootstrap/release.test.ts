import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { makeTestFolder } from '#testing/test-folder.ts'

// Plain JavaScript, like everything that the scripts of package.json call.
const { release } = (await import(join(import.meta.dirname, 'release.mjs'))) as {
  release: (args: readonly string[], repository: string) => void
}

const repository = makeTestFolder()
const packages = {
  '': {
    name: 'lectern',
    version: '0.2.0',
    dependencies: { pg: '8.0.0' },
    devDependencies: { vite: '8.0.0' },
  },
  'node_modules/pg': { version: '8.0.0', license: 'MIT', resolved: 'https://registry.example/pg.tgz' },
  'node_modules/vite': { version: '8.0.0', dev: true, resolved: 'https://registry.example/vite.tgz' },
}

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], {
    cwd: repository,
  })

beforeAll(() => {
  const files = {
    'package.json': JSON.stringify(packages['']),
    'package-lock.json': JSON.stringify({ name: 'lectern', version: '0.2.0', lockfileVersion: 3, packages }),
    'CHANGELOG.md':
      '# Changelog\n\n## Unreleased\n\n- Later\n\n## 0.2.0\n\n### Added\n\n- Backups\n\n## 0.1.0\n\n- All\n',
  }
  git('init', '--quiet')
  for (const [name, text] of Object.entries(files)) writeFileSync(join(repository, name), text)
  git('add', '.')
  git('commit', '--quiet', '--message', 'Release')
  for (const tag of ['v0.2.0', 'v0.3.0']) git('tag', tag)
})

test('a release has the source, upgrade notes and the production packages, and is the same each time', () => {
  const [first, second] = [makeTestFolder(), makeTestFolder()]
  for (const folder of [first, second]) release(['v0.2.0', folder], repository)
  const sums = readFileSync(join(first, 'SHA256SUMS'), 'utf8')
  expect(readFileSync(join(second, 'SHA256SUMS'), 'utf8')).toBe(sums)
  execFileSync('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], { cwd: first })
  const listing = execFileSync('tar', ['--list', '--file', join(first, 'lectern-0.2.0.tar.gz')]).toString()
  for (const name of ['UPGRADE.md', 'sbom.cdx.json', 'package.json'])
    expect(listing).toContain(`lectern-0.2.0/${name}`)
  const notes = readFileSync(join(first, 'UPGRADE.md'), 'utf8')
  expect(notes).toContain('- Backups')
  expect(notes).not.toMatch(/Later|All/)
  const bill = JSON.parse(readFileSync(join(first, 'sbom.cdx.json'), 'utf8'))
  expect(bill).toMatchObject({ bomFormat: 'CycloneDX', serialNumber: /^urn:uuid:[0-9a-f-]{36}$/ })
  expect(bill.components.map(({ name }: { name: string }) => name)).toEqual(['pg'])
  // CycloneDX 1.5: every component has a reference of its own, and dependencies only name those.
  expect(bill).toMatchObject({ specVersion: '1.5', version: 1, metadata: { component: { name: 'lectern' } } })
  const references = [bill.metadata.component, ...bill.components].map((component) => component['bom-ref'])
  expect(new Set(references).size).toBe(references.length)
  type Dependency = { ref: string; dependsOn?: string[] }
  const named = bill.dependencies.flatMap(({ ref, dependsOn = [] }: Dependency) => [ref, ...dependsOn])
  expect(references).toEqual(expect.arrayContaining(named))
  expect(bill.components[0]).toMatchObject({ type: 'library', purl: 'pkg:npm/pg@8.0.0' })
})

test('a release needs a tag that agrees with the version', () => {
  const folder = makeTestFolder()
  expect(() => release(['v9.9.9', folder], repository)).toThrow('There is no tag v9.9.9.')
  expect(() => release(['v0.3.0', folder], repository)).toThrow(
    'The tag is v0.3.0, but package.json has version 0.2.0.',
  )
  expect(() => release([], repository)).toThrow('Usage: npm run release')
})
