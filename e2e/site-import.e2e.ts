import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gitRepository, gitServer } from '../src/testing/git-server.ts'
import { expect, test } from './fixtures.ts'

const DOCS = `
site:
  title: Fieldnotes
  structure:
    - type: section
      title: Guides
      path: guides
      children:
        - { type: space, title: English, path: en, default: true, content: { directory: ./guides, language: en } }
        - { type: space, title: Français, path: fr, content: { directory: ./guides-fr, language: fr } }
        - { type: space, title: 日本語, path: ja, content: { directory: null, language: ja } }
    - type: section-group
      title: More
      children:
        - { type: section, title: API, path: api, children: [{ type: space, title: Reference, path: reference, content: { directory: ./api } }] }
`

const files = {
  'docs.yaml': DOCS,
  'guides/SUMMARY.md': '* [Welcome](README.md)\n* [Install](install.md)\n',
  'guides/README.md': '# Welcome\n\n[All calls](../api/README.md)',
  'guides/install.md': '# Install\n\nHere.',
  'guides-fr/SUMMARY.md': '* [Bienvenue](README.md)\n',
  'guides-fr/README.md': '# Bienvenue\n\nBonjour.',
  'api/SUMMARY.md': '* [Start](README.md)\n',
  'api/README.md': '# Start\n\nEverything.',
}

test('a repository with several spaces is previewed, imported as a site, and opened', async ({
  page,
  seed,
  signInAs,
  expectAccessible,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-git-'))
  const server = await gitServer(await gitRepository(folder, files))
  try {
    const { organizationId } = seed
    await signInAs('admin')
    await page.goto(`/o/${organizationId}/sites`)
    await page.getByRole('link', { name: 'Import a site' }).first().click()
    await expectAccessible(page)
    await page.getByLabel('Repository URL').fill(server.url)
    await page.getByRole('button', { name: 'Preview the site' }).click()
    const structure = page.getByRole('list', { name: 'Structure of the site' })
    await expect(structure).toContainText('Français')
    await expect(page.getByRole('status').filter({ hasText: 'Nothing exists yet' })).toBeVisible()
    await expect(page.getByRole('region', { name: 'Left out' })).toContainText('日本語')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Import the site' }).click()
    await expect(page.getByText('The site is ready.')).toBeVisible({ timeout: 60_000 })
    await expect(structure.getByRole('link', { name: '2 pages, report' })).toBeVisible()
    await page.reload()
    await page.getByRole('link', { name: 'Open the site' }).click()
    await expect(page.getByRole('heading', { name: 'Fieldnotes' })).toBeVisible()
  } finally {
    server.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
