import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zipArchive } from '../src/testing/archives.ts'
import { expect, test } from './fixtures.ts'

test('the upload of a large zip continues after the connection and the tab were lost', async ({
  page,
  seed,
  signInAs,
  expectAccessible,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-zip-'))
  const path = join(folder, 'docs.zip')
  const film = randomBytes(20 * 1_048_576)
  writeFileSync(path, await zipArchive({ 'README.md': '# Large\n\n[film](film.bin)\n', 'film.bin': film }))
  const id = await seed.space('Guide', [])
  await signInAs('admin')
  const offsets: string[] = []
  let isLost = true
  await page.route('**/parts?*', (route) => {
    const offset = new URL(route.request().url()).searchParams.get('offset') ?? ''
    if (isLost && offset !== '0') return route.abort('internetdisconnected')
    offsets.push(offset)
    return route.continue()
  })
  const choose = () => page.locator('input[aria-label="Files or a zip"]').setInputFiles(path)
  await page.goto(`/s/${id}/import`)
  await choose()
  await expect(page.getByRole('progressbar', { name: 'Upload' })).toBeVisible()
  await expect(page.getByText(/^\d\d%\. If the upload is interrupted/)).toBeVisible({ timeout: 30_000 })
  await expectAccessible(page)
  await page.reload()
  isLost = false
  await choose()
  await expect(page.getByRole('region', { name: 'Import report' })).toContainText('Pages1', {
    timeout: 45_000,
  })
  expect(offsets).toEqual(['0', '8388608', '16777216'])
  rmSync(folder, { recursive: true })
})
